//! Each macro from input to output: attributes, model, checks, tokens.
//!
//! All errors of reading and checking are told at once. The output then is what other code may name, without the
//! checks that the compiler would make, so that no error follows from another.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use crate::{
    attr::{
        condition::ConditionItem,
        container::ContainerAttrs,
        failure::FailureItem,
        item::{Item, Macro, unraw},
        keys,
        operator::OperatorAttrs,
    },
    check,
    error::Errors,
    expand::{self, Mode},
    model::build,
    print,
};

pub fn operator(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let mut attrs = OperatorAttrs::read(arguments, &mut errors);
    let rules = std::mem::take(&mut attrs.rules);
    let Some(read) = Item::read(item.clone(), Macro::Operator, rules, &mut errors) else {
        return given_back(errors, item);
    };
    let model = build::operator(attrs, read, &mut errors);
    let wrong = checked(errors, |errors| check::operator(&model, errors));
    joined(model.spec.item.ident(), wrong, |mode| expand::operator(&model, mode))
}

pub fn schema(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let attrs = ContainerAttrs::read(arguments, &keys::SCHEMA, &mut errors);
    let Some(read) = Item::read(item.clone(), Macro::Schema, attrs.rules, &mut errors) else {
        return given_back(errors, item);
    };
    let krate = build::krate(attrs.krate);
    let model = build::described(krate, read, &mut errors);
    let wrong = checked(errors, |errors| check::schema(&model, errors));
    joined(model.item.ident(), wrong, |mode| expand::schema(&model, mode))
}

pub fn status(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let attrs = ContainerAttrs::read(arguments, &keys::STATUS, &mut errors);
    let Some(read) = Item::read(item.clone(), Macro::Status, attrs.rules, &mut errors) else {
        return given_back(errors, item);
    };
    let krate = build::krate(attrs.krate);
    let model = build::status(krate, read, &mut errors);
    let wrong = checked(errors, |errors| check::status(&model, errors));
    joined(model.described.item.ident(), wrong, |mode| expand::status(&model, mode))
}

pub fn condition_type(item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let read = ConditionItem::read(item, &mut errors);
    let Some(read) = errors.handle(read) else { return given_back(errors, TokenStream::new()) };
    let model = build::conditions(read, &mut errors);
    let wrong = checked(errors, |errors| check::conditions(&model, errors));
    joined(&model.ident, wrong, |mode| expand::conditions(&model, mode))
}

pub fn failure(item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let read = FailureItem::read(item, &mut errors);
    let Some(read) = errors.handle(read) else { return given_back(errors, TokenStream::new()) };
    let model = build::failure(read, &mut errors);
    let wrong = checked(errors, |errors| check::failure(&model, errors));
    joined(&model.ident, wrong, |mode| expand::failure(&model, mode))
}

/// The errors of reading and of the checks, as tokens. What can't be read stands in the model as if it were good, so
/// that no check fails because of it.
fn checked(mut errors: Errors, check: impl FnOnce(&mut Errors)) -> Option<TokenStream> {
    check(&mut errors);
    errors.finish().err().map(darling::Error::write_errors)
}

fn joined(name: &Ident, wrong: Option<TokenStream>, expand: impl FnOnce(Mode) -> TokenStream) -> TokenStream {
    let mode = if wrong.is_some() { Mode::Fallback } else { Mode::Whole };
    let expansion = expand(mode);
    print::if_asked(&unraw(name), &expansion);
    quote!(#wrong #expansion)
}

/// For something that no macro can read: it stays as it is, with the errors before it.
fn given_back(errors: Errors, item: TokenStream) -> TokenStream {
    let wrong = errors.finish().err().map(darling::Error::write_errors);
    quote!(#wrong #item)
}
