//! Models to tokens: one function for each thing that is made. Attributes are not read any more.

mod bounds;
mod condition;
mod declaration;
mod defaults;
mod described;
mod facts;
mod failure;
mod fallback;
mod helpers;
mod item;
mod kind;
mod operator;
mod owned;
mod paths;
mod rules;
mod shape;
mod status;
mod trigger;

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Ident, Path};

use crate::model::Docs;

pub use self::{
    condition::conditions, described::schema, failure::failure, operator::operator, status::status,
};

/// Whether all went well. After an error only what other code may name is made: no checks that could follow on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Whole,
    Fallback,
}

/// Impls in a block of their own, where `__kw` is the runtime's private module.
fn block(krate: &Path, content: &TokenStream) -> TokenStream {
    quote! {
        const _: () = {
            use #krate::__private as __kw;
            #content
        };
    }
}

/// Before questions to types that may say nothing. Those that say something answer without it.
fn import_answers() -> TokenStream {
    quote! {
        #[allow(unused_imports)]
        use __kw::NoFacts as _;
    }
}

/// Functions of a type that nobody but serde and schemars calls, or nothing if there are none.
fn hidden_functions(ident: &Ident, functions: &[TokenStream]) -> Option<TokenStream> {
    (!functions.is_empty()).then(|| {
        quote! {
            #[automatically_derived]
            impl #ident {
                #(#functions)*
            }
        }
    })
}

/// An option as the user's code would write it if its prelude were another one.
fn option(value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

/// Tokens of the user's at another place of the user's, so that an error there does not span both.
fn moved(tokens: &impl ToTokens, span: Span) -> TokenStream {
    fn each(tokens: TokenStream, span: Span) -> TokenStream {
        let moved = tokens.into_iter().map(|mut token| {
            if let TokenTree::Group(group) = &token {
                token = Group::new(group.delimiter(), each(group.stream(), span)).into();
            }
            token.set_span(span);
            token
        });
        moved.collect()
    }
    each(tokens.to_token_stream(), span)
}

/// A doc comment as a text. What macros say in it is known to the compiler alone.
fn description(docs: &Docs) -> TokenStream {
    let (text, made) = (&docs.text, &docs.made);
    if made.is_empty() {
        return quote!(#text);
    }
    quote!(__kw::call::trimmed(::core::concat!(#(#made, "\n"),*)))
}

/// The place of a token of the user's, for code that is ours: errors stand there, lints know better.
fn at(span: Span) -> Span {
    span.resolved_at(Span::call_site())
}
