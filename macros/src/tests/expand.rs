//! The macros, run on source text.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Item, Meta, Stmt};

use crate::pipeline;

/// What the macros make of the items in a file that are under one of them.
pub fn source(text: &str) -> TokenStream {
    syn::parse_file(text).unwrap().items.into_iter().filter_map(expand).collect()
}

/// The same, with the modules and functions that items stand in.
pub fn nested(text: &str) -> TokenStream {
    syn::parse_file(text).unwrap().items.into_iter().map(walk).collect()
}

fn walk(item: Item) -> TokenStream {
    match item {
        Item::Mod(module) => {
            let items = module.content.into_iter().flat_map(|(_, items)| items);
            let (name, content) = (&module.ident, items.map(walk).collect::<TokenStream>());
            if content.is_empty() { content } else { quote!(mod #name { #content }) }
        }
        Item::Fn(function) => {
            let items = function.block.stmts.into_iter().filter_map(|statement| match statement {
                Stmt::Item(item) => Some(walk(item)),
                _ => None,
            });
            let (name, content) = (&function.sig.ident, items.collect::<TokenStream>());
            if content.is_empty() { content } else { quote!(fn #name() { #content }) }
        }
        item => expand(item).unwrap_or_default(),
    }
}

/// The expansion of an item under one of our macros.
fn expand(item: Item) -> Option<TokenStream> {
    match item {
        Item::Struct(mut item) => {
            let (name, arguments) = take_ours(&mut item.attrs)?;
            Some(attribute(&name, arguments, item.into_token_stream()))
        }
        Item::Enum(mut item) => {
            if let Some((name, arguments)) = take_ours(&mut item.attrs) {
                return Some(attribute(&name, arguments, item.into_token_stream()));
            }
            let derives = |name: &str| {
                let lists = item.attrs.iter().filter(|attribute| attribute.path().is_ident("derive"));
                lists.into_iter().any(|list| list.meta.to_token_stream().to_string().contains(name))
            };
            let (condition_type, failure) = (derives("ConditionType"), derives("Failure"));
            let tokens = item.into_token_stream();
            match (condition_type, failure) {
                (true, _) => Some(pipeline::condition_type(tokens)),
                (_, true) => Some(pipeline::failure(tokens)),
                _ => None,
            }
        }
        _ => None,
    }
}

fn attribute(name: &str, arguments: TokenStream, item: TokenStream) -> TokenStream {
    match name {
        "operator" => pipeline::operator(arguments, item),
        "schema" => pipeline::schema(arguments, item),
        _ => pipeline::status(arguments, item),
    }
}

fn take_ours(attributes: &mut Vec<Attribute>) -> Option<(String, TokenStream)> {
    let ours = |attribute: &Attribute| {
        let name = attribute.path().get_ident()?.to_string();
        ["operator", "schema", "status"].contains(&name.as_str()).then_some(name)
    };
    let (at, name) =
        attributes.iter().enumerate().find_map(|(at, attribute)| Some((at, ours(attribute)?)))?;
    let arguments = match attributes.remove(at).meta {
        Meta::List(list) => list.tokens,
        _ => TokenStream::new(),
    };
    Some((name, arguments))
}
