//! What the user's own `#[serde(..)]` says about names and shapes. It is passed on untouched.

use proc_macro2::{Span, TokenStream};
use syn::{Attribute, LitStr, Token, meta::ParseNestedMeta, spanned::Spanned, token::Paren};

/// `#[serde(..)]` on a type.
#[derive(Default)]
pub struct Container {
    pub rename_all: Option<LitStr>,
    pub has_rename_all: bool,
    /// `rename_all(..)` with other names for reading than for writing.
    pub names_differ: Option<Span>,
    pub tag: bool,
    /// `content`, beside a tag.
    pub content: bool,
    pub untagged: bool,
    /// `default`, of whatever kind: every field has one.
    pub default: bool,
    /// Another type stands for it in JSON.
    pub converted: bool,
}

/// `#[serde(..)]` on a field.
#[derive(Default)]
pub struct OfField {
    pub rename: Option<LitStr>,
    /// `rename(..)` with another name for reading than for writing.
    pub names_differ: Option<Span>,
    pub flatten: bool,
    pub skip: Option<Span>,
    /// It is not read, so that it has no schema.
    pub unread: bool,
    /// `skip_serializing_if`.
    pub skip_if: bool,
    /// `with = ".."`, which schemars takes for a type.
    pub with: bool,
    /// The user's own code reads it.
    pub read_by: bool,
    /// The user's own code writes it.
    pub written_by: bool,
    /// `default`, without a path.
    pub default: Option<Span>,
    /// `default = "path"`.
    pub default_path: Option<Span>,
}

impl Container {
    pub fn read(attributes: &[Attribute]) -> Self {
        let mut found = Self::default();
        each(attributes, "serde", |meta| {
            match name(meta).as_str() {
                "rename_all" => {
                    found.has_rename_all = true;
                    found.rename_all = renamed(meta, &mut found.names_differ)?;
                    return Ok(());
                }
                "tag" => found.tag = true,
                "content" => found.content = true,
                "untagged" => found.untagged = true,
                "default" => found.default = true,
                "from" | "try_from" | "into" | "transparent" | "remote" => found.converted = true,
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
        each(attributes, "serde", |meta| {
            let span = meta.path.span();
            match name(meta).as_str() {
                "rename" => {
                    found.rename = renamed(meta, &mut found.names_differ)?;
                    return Ok(());
                }
                "flatten" => found.flatten = true,
                key @ ("skip" | "skip_serializing" | "skip_deserializing") => {
                    found.skip = Some(span);
                    found.unread |= key != "skip_serializing";
                }
                "skip_serializing_if" => found.skip_if = true,
                "with" => {
                    found.with = true;
                    found.read_by = true;
                    found.written_by = true;
                }
                "serialize_with" => found.written_by = true,
                "deserialize_with" => found.read_by = true,
                "default" if meta.input.peek(Token![=]) => found.default_path = Some(span),
                "default" => found.default = Some(span),
                _ => {}
            }
            skip_value(meta)
        });
        found
    }
}

/// Reads the attributes of a name. What cannot be read here is told by their own macro, in its words.
pub fn each(
    attributes: &[Attribute],
    of: &str,
    mut read: impl FnMut(&ParseNestedMeta<'_>) -> syn::Result<()>,
) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(of)) {
        let _ = attribute.parse_nested_meta(|meta| read(&meta));
    }
}

/// The key, if it is one word.
pub fn name(meta: &ParseNestedMeta<'_>) -> String {
    meta.path.get_ident().map(ToString::to_string).unwrap_or_default()
}

/// `= "name"`, or the name for writing of `(serialize = "a", deserialize = "b")`, and whether these differ.
fn renamed(meta: &ParseNestedMeta<'_>, differ: &mut Option<Span>) -> syn::Result<Option<LitStr>> {
    if meta.input.peek(Token![=]) {
        return meta.value()?.parse().map(Some);
    }
    let (mut written, mut read) = (None, None);
    meta.parse_nested_meta(|inner| {
        let value: LitStr = inner.value()?.parse()?;
        if inner.path.is_ident("serialize") {
            written = Some(value);
        } else {
            read = Some(value);
        }
        Ok(())
    })?;
    if written.as_ref().map(LitStr::value) != read.as_ref().map(LitStr::value) {
        *differ = Some(meta.path.span());
    }
    Ok(written)
}

/// Reads over what stands behind a key.
pub fn skip_value(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(Token![=]) {
        meta.value()?.parse::<syn::Expr>()?;
    } else if meta.input.peek(Paren) {
        let content;
        syn::parenthesized!(content in meta.input);
        content.parse::<TokenStream>()?;
    }
    Ok(())
}
