//! While a declaration is being written, what it makes stays there for editors: the struct with its fields, the kind,
//! and the structs of children.
//!
//! A declaration is cut at each of its tokens, also inside of its fields and their attributes. What still is an item
//! reaches the macro, and all of it must come back.

use std::{fs, path::Path};

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Data, DeriveInput, File, Item, Meta};

use crate::pipeline;

/// The items of MyApp's declaration.
fn myapp() -> Vec<Item> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../operator/src/myapp.rs");
    syn::parse_file(&fs::read_to_string(source).unwrap()).unwrap().items
}

/// An item of it, with the arguments of its macro.
pub(super) fn item(name: &str) -> (TokenStream, TokenStream) {
    for item in myapp() {
        let (ident, mut attributes) = match &item {
            Item::Struct(item) => (&item.ident, item.attrs.clone()),
            Item::Enum(item) => (&item.ident, item.attrs.clone()),
            _ => continue,
        };
        if ident != name {
            continue;
        }
        let ours = |attribute: &syn::Attribute| {
            ["operator", "schema", "status"].iter().any(|name| attribute.path().is_ident(name))
        };
        let arguments = attributes.iter().position(ours).map(|at| attributes.remove(at).meta);
        let arguments = match arguments {
            Some(Meta::List(list)) => list.tokens,
            _ => TokenStream::new(),
        };
        let item = match item {
            Item::Struct(item) => syn::ItemStruct { attrs: attributes, ..item }.into_token_stream(),
            Item::Enum(item) => syn::ItemEnum { attrs: attributes, ..item }.into_token_stream(),
            _ => continue,
        };
        return (arguments, item);
    }
    panic!("no {name} in MyApp")
}

/// The tokens cut behind each of them, at every depth: with nothing behind the cut, and with what stands behind the
/// group that is cut.
fn cuts(tokens: &TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut found = vec![TokenStream::new()];
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            for inside in cuts(&group.stream()) {
                let before = tokens[..at].iter().cloned();
                let cut: TokenStream = before.chain([Group::new(group.delimiter(), inside).into()]).collect();
                let behind = tokens[at + 1..].iter().cloned();
                found.push(cut.clone().into_iter().chain(behind).collect());
                found.push(cut);
            }
        }
        found.push(tokens[..=at].iter().cloned().collect());
    }
    found
}

/// The items that are made of every item that is left of one, and what is left.
fn each_made(
    item: &TokenStream,
    least: usize,
    make: impl Fn(TokenStream) -> TokenStream,
) -> Vec<(DeriveInput, File)> {
    let left = cuts(item).into_iter().filter_map(|left| Some((syn::parse2(left.clone()).ok()?, left)));
    let made: Vec<_> = left
        .map(|(input, left)| {
            let file = syn::parse2(make(left.clone())).unwrap_or_else(|error| panic!("`{left}`: {error}"));
            (input, file)
        })
        .collect();
    assert!(made.len() >= least, "{}", made.len());
    made
}

fn names(data: &Data) -> Vec<String> {
    match data {
        Data::Struct(data) => {
            data.fields.iter().filter_map(|field| Some(field.ident.as_ref()?.to_string())).collect()
        }
        Data::Enum(data) => data.variants.iter().map(|variant| variant.ident.to_string()).collect(),
        Data::Union(_) => Vec::new(),
    }
}

/// The fields or variants of a type that was made.
fn made(file: &File, name: &str) -> Option<Vec<String>> {
    file.items.iter().find_map(|item| {
        let input: DeriveInput = syn::parse2(item.to_token_stream()).ok()?;
        (input.ident == name).then(|| names(&input.data))
    })
}

fn makes_kind(file: &File, written: &dyn ToTokens) {
    let written = written.to_token_stream();
    assert!(made(file, "MyApp").is_some_and(|fields| fields.len() >= 2), "`{written}`");
    assert_eq!(made(file, "MyAppChildren"), made(file, "MyAppObserved"), "`{written}`");
    assert!(made(file, "MyAppChildren").is_some(), "`{written}`");
}

fn text(file: &File) -> String {
    file.to_token_stream().to_string()
}

#[test]
fn every_beginning_of_the_arguments_makes_what_code_names() {
    let (arguments, item) = item("MyAppSpec");
    let cuts = cuts(&arguments);
    assert!(cuts.len() > 40, "{}", cuts.len());
    for written in cuts {
        let made_of_it = pipeline::operator(written.clone(), item.clone());
        let file: File = syn::parse2(made_of_it).unwrap_or_else(|error| panic!("`{written}`: {error}"));
        assert_eq!(made(&file, "MyAppSpec").map(|fields| fields.len()), Some(5), "`{written}`");
        makes_kind(&file, &written);
    }
}

#[test]
fn every_beginning_of_a_spec_makes_its_fields_and_its_kind() {
    let (arguments, item) = item("MyAppSpec");
    for (input, file) in each_made(&item, 100, |left| pipeline::operator(arguments.clone(), left)) {
        let kind = input.ident.to_string();
        if kind == "MyAppSpec"
            && matches!(&input.data, Data::Struct(data) if data.fields.iter().all(|field| field.ident.is_some()))
        {
            assert_eq!(made(&file, "MyAppSpec"), Some(names(&input.data)), "`{}`", input.to_token_stream());
            makes_kind(&file, &input);
            assert_eq!(made(&file, "MyAppChildren").map(|fields| fields.len()), Some(2));
        }
    }
}

#[test]
fn every_beginning_of_a_nested_type_makes_its_fields() {
    for (input, file) in
        each_made(&item("ExternalService").1, 5, |left| pipeline::schema(TokenStream::new(), left))
    {
        assert_eq!(made(&file, &input.ident.to_string()), Some(names(&input.data)));
        assert!(text(&file).contains("Described for"), "{}", input.to_token_stream());
    }
}

#[test]
fn every_beginning_of_a_status_makes_its_fields() {
    for (input, file) in
        each_made(&item("MyAppStatus").1, 60, |left| pipeline::status(TokenStream::new(), left))
    {
        assert_eq!(made(&file, &input.ident.to_string()), Some(names(&input.data)));
        for made in ["Status for", "Described for"] {
            assert!(text(&file).contains(made), "{made}: {}", input.to_token_stream());
        }
    }
}

#[test]
fn every_beginning_of_conditions_and_errors_implements_their_trait() {
    for (input, file) in each_made(&item("MyAppCondition").1, 5, pipeline::condition_type) {
        assert!(text(&file).contains("ConditionType for MyAppCondition"), "{}", input.to_token_stream());
    }
    for (input, file) in each_made(&item("MyAppError").1, 40, pipeline::failure) {
        assert!(text(&file).contains("Failure for MyAppError"), "{}", input.to_token_stream());
    }
}
