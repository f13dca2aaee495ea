//! What the user's own `#[serde(..)]` says about names and shapes. It is passed on untouched.

use proc_macro2::{Span, TokenStream};
use syn::{Attribute, LitStr, Token, meta::ParseNestedMeta, spanned::Spanned, token::Paren};

/// `#[serde(..)]` on a type.
#[derive(Default)]
pub struct Container {
    pub rename_all: Option<LitStr>,
    pub has_rename_all: bool,
    pub tag: bool,
    pub untagged: bool,
}

/// `#[serde(..)]` on a field.
#[derive(Default)]
pub struct OfField {
    pub rename: Option<LitStr>,
    pub flatten: bool,
    pub skip: Option<Span>,
    /// `default`, without a path.
    pub default: Option<Span>,
    /// `default = "path"`.
    pub default_path: Option<Span>,
}

impl Container {
    pub fn read(attributes: &[Attribute]) -> Self {
        let mut found = Self::default();
        each(attributes, |meta| {
            match name(meta).as_str() {
                "rename_all" => {
                    found.has_rename_all = true;
                    found.rename_all = renamed(meta)?;
                    return Ok(());
                }
                "tag" => found.tag = true,
                "untagged" => found.untagged = true,
                _ => {}
            }
            skip_value(meta)
        });
        found
    }
}

impl OfField {
    pub fn read(attributes: &[Attribute]) -> Self {
        let mut found = Self::default();
        each(attributes, |meta| {
            let span = meta.path.span();
            match name(meta).as_str() {
                "rename" => {
                    found.rename = renamed(meta)?;
                    return Ok(());
                }
                "flatten" => found.flatten = true,
                "skip" | "skip_serializing" | "skip_deserializing" => found.skip = Some(span),
                "default" if meta.input.peek(Token![=]) => found.default_path = Some(span),
                "default" => found.default = Some(span),
                _ => {}
            }
            skip_value(meta)
        });
        found
    }
}

fn each(attributes: &[Attribute], mut read: impl FnMut(&ParseNestedMeta<'_>) -> syn::Result<()>) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        // What cannot be read here is told by serde itself, in serde's words.
        let _ = attribute.parse_nested_meta(|meta| read(&meta));
    }
}

fn name(meta: &ParseNestedMeta<'_>) -> String {
    meta.path.get_ident().map(ToString::to_string).unwrap_or_default()
}

/// `= "name"`, or the name for writing of `(serialize = "a", deserialize = "b")`.
fn renamed(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<LitStr>> {
    if meta.input.peek(Token![=]) {
        return meta.value()?.parse().map(Some);
    }
    let mut found = None;
    meta.parse_nested_meta(|inner| {
        let value: LitStr = inner.value()?.parse()?;
        if inner.path.is_ident("serialize") {
            found = Some(value);
        }
        Ok(())
    })?;
    Ok(found)
}

fn skip_value(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(Token![=]) {
        meta.value()?.parse::<syn::Expr>()?;
    } else if meta.input.peek(Paren) {
        let content;
        syn::parenthesized!(content in meta.input);
        content.parse::<TokenStream>()?;
    }
    Ok(())
}
