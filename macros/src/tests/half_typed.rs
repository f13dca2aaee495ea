//! While a declaration is being written, what it makes stays there for editors: the struct with its fields, the kind,
//! and the structs of children.

use std::{fs, path::Path};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Item, Meta};

use crate::pipeline;

/// The declaration of MyApp, as arguments and struct.
fn myapp() -> (TokenStream, TokenStream) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../operator/src/myapp.rs");
    let items = syn::parse_file(&fs::read_to_string(source).unwrap()).unwrap().items;
    for item in items {
        let Item::Struct(mut item) = item else { continue };
        if item.ident != "MyAppSpec" {
            continue;
        }
        let at = item.attrs.iter().position(|attribute| attribute.path().is_ident("operator")).unwrap();
        let Meta::List(list) = item.attrs.remove(at).meta else { panic!("no list") };
        return (list.tokens, item.into_token_stream());
    }
    panic!("no declaration of MyApp")
}

#[test]
fn every_beginning_of_a_declaration_makes_what_code_names() {
    let (arguments, item) = myapp();
    let arguments: Vec<_> = arguments.into_iter().collect();
    assert!(arguments.len() > 20, "{}", arguments.len());
    for end in 0..=arguments.len() {
        let written: TokenStream = arguments[..end].iter().cloned().collect();
        let made = pipeline::operator(written.clone(), item.clone());
        let file: syn::File = syn::parse2(made).unwrap_or_else(|error| panic!("`{written}`: {error}"));
        let fields = |name: &str| {
            file.items.iter().find_map(|item| match item {
                Item::Struct(item) if item.ident == name => Some(item.fields.len()),
                _ => None,
            })
        };
        assert_eq!(fields("MyAppSpec"), Some(5), "`{written}`");
        assert!(fields("MyApp").is_some_and(|fields| fields >= 2), "`{written}`");
        assert_eq!(fields("MyAppChildren"), fields("MyAppObserved"), "`{written}`");
        assert!(fields("MyAppChildren").is_some(), "`{written}`");
    }
}
