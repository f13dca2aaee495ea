//! The macros of kubewright. Their documentation is on kubewright's re-exports, where its examples run.

// A macro crate exports its macros only, so `pub` means the same as `pub(crate)` here.
#![allow(unreachable_pub)]

mod attr;
mod cel;
mod check;
mod error;
mod expand;
mod model;
mod pipeline;
mod print;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Makes a kind and its operator from a spec struct: see `kubewright::operator`.
#[proc_macro_attribute]
pub fn operator(arguments: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::operator(arguments.into(), item.into()).into()
}

/// Makes a type that may stand in a spec or a status: see `kubewright::schema`.
#[proc_macro_attribute]
pub fn schema(arguments: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::schema(arguments.into(), item.into()).into()
}

/// Makes a status: see `kubewright::status`.
#[proc_macro_attribute]
pub fn status(arguments: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::status(arguments.into(), item.into()).into()
}

/// Makes a closed set of condition types: see `kubewright::ConditionType`.
#[proc_macro_derive(ConditionType, attributes(condition_type))]
pub fn condition_type(item: TokenStream) -> TokenStream {
    pipeline::condition_type(item.into()).into()
}

/// Says what an error means for its object: see `kubewright::Failure`.
#[proc_macro_derive(Failure, attributes(failure))]
pub fn failure(item: TokenStream) -> TokenStream {
    pipeline::failure(item.into()).into()
}
