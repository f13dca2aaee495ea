//! Whole expansions, as files to be read: of inputs that `ui-tests` compiles.
//!
//! `KUBEWRIGHT_BLESS=1 cargo test -p kubewright-macros snapshots` writes them anew.

use std::{fs, path::Path};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, File, Item, Meta};

use crate::pipeline;

#[test]
fn expansion_of_myapp() {
    check("myapp");
}

#[test]
fn expansion_of_every_shape() {
    check("shapes");
}

fn check(name: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let input = fs::read_to_string(root.join(format!("../ui-tests/tests/pass/{name}.rs"))).unwrap();
    let items = syn::parse_file(&input).unwrap().items;
    let expansion: TokenStream = items.into_iter().filter_map(expand).collect();
    let file: File = syn::parse2(expansion).unwrap();
    let found = format!(
        "//! What the macros make of ui-tests/tests/pass/{name}.rs.\n\n{}",
        prettyplease::unparse(&file)
    );
    let path = root.join(format!("snapshots/{name}.snap"));
    if std::env::var_os("KUBEWRIGHT_BLESS").is_some() {
        fs::write(&path, &found).unwrap();
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    let first = found.lines().zip(known.lines()).position(|(found, known)| found != known);
    assert!(
        found == known,
        "{} differs from line {}: KUBEWRIGHT_BLESS=1 writes it anew",
        path.display(),
        first.unwrap_or(0) + 1
    );
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
