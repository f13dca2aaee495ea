//! The helpers of `#[crd(..)]` that say what the server does with a field: one small parser each.

use proc_macro2::Span;
use syn::{Ident, ext::IdentExt, parse::ParseStream, token::Paren};

use super::{
    args::{each, each_key},
    keys,
    value::{self, once},
};
use crate::error::{Errors, Result, error};

/// What stands in the `#[crd(..)]` of a field, apart from columns, the scale subresource, defaults and rules.
#[derive(Default)]
pub struct Helpers {
    pub selectable: Option<Span>,
    pub immutable: Option<Span>,
    pub list: Option<List>,
    pub int_or_string: Option<Span>,
    pub preserve_unknown: Option<Span>,
}

/// `list(..)`.
pub struct List {
    /// Where `list` stands.
    pub key: Span,
    /// Where `set` or `map` stands.
    pub span: Span,
    pub kind: ListKind,
}

pub enum ListKind {
    Set,
    /// The fields of an item that tell it from the others, by their names in Rust.
    Map(Vec<Ident>),
}

impl Helpers {
    pub fn argument(&mut self, key: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<()> {
        let slot = match key.to_string().as_str() {
            "selectable" => &mut self.selectable,
            "immutable" => &mut self.immutable,
            "int_or_string" => &mut self.int_or_string,
            "preserve_unknown" => &mut self.preserve_unknown,
            "list" => return list(&mut self.list, key, input, errors),
            _ => return Err(of_others(key).unwrap_or_else(|| keys::CRD.unknown(key))),
        };
        value::flag(key, input)?;
        once(slot, key, key.span())
    }
}

/// `list(set)`, `list(map(name))`.
fn list(slot: &mut Option<List>, list: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<()> {
    let nothing = || {
        let message = "`list` says of which kind it is: `list(set)` if no value may stand twice, `list(map(name))` \
                       if a field of each item tells it from the others";
        error(list, message)
    };
    if !input.peek(Paren) {
        return Err(nothing());
    }
    let tokens = value::parenthesised(input)?;
    if tokens.is_empty() {
        return Err(nothing());
    }
    let mut nested = Errors::default();
    let mut found: Option<List> = None;
    each_key(tokens, errors, |key, input| {
        let kind = match key.to_string().as_str() {
            "set" => {
                value::flag(key, input)?;
                ListKind::Set
            }
            "map" => ListKind::Map(map_keys(key, input, &mut nested)?),
            "atomic" => {
                let message = "`list(..)` has no `atomic`: a list is so if nothing else is said";
                return Err(error(key, message));
            }
            _ => return Err(keys::LIST.unknown(key)),
        };
        if found.is_some() {
            return Err(error(key, "a list is of one kind: keep `set` or `map`"));
        }
        found = Some(List { key: list.span(), span: key.span(), kind });
        Ok(())
    });
    errors.handle(nested.finish());
    found.map_or(Ok(()), |found| once(slot, list, found))
}

/// `map(name, protocol)`.
fn map_keys(map: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<Vec<Ident>> {
    let nothing = || error(map, "`map` names the fields that tell the items apart: `list(map(name))`");
    if !input.peek(Paren) {
        return Err(nothing());
    }
    let tokens = value::parenthesised(input)?;
    if tokens.is_empty() {
        return Err(nothing());
    }
    let mut fields: Vec<Ident> = Vec::new();
    each(tokens, errors, |input| {
        let at = input.span();
        let field = Ident::parse_any(input)
            .map_err(|_| error(&at, "a key is a field of the items, without quotes: `list(map(name))`"))?;
        if fields.iter().any(|other| other.unraw() == field.unraw()) {
            return Err(error(&field, format!("`{field}` is given twice: keep one of them")));
        }
        fields.push(field);
        Ok(())
    });
    Ok(fields)
}

/// What other attributes say of a field.
fn of_others(key: &Ident) -> Option<darling::Error> {
    let text = match key.to_string().as_str() {
        "rename" => "#[serde(rename = \"..\")]",
        "skip" | "flatten" | "alias" | "with" => return Some(belongs(key, &format!("#[serde({key})]"))),
        "range" | "min" | "max" | "minimum" | "maximum" => "#[schemars(range(min = .., max = ..))]",
        "length" | "min_length" | "max_length" | "min_items" | "max_items" => {
            "#[schemars(length(min = .., max = ..))]"
        }
        "pattern" | "regex" => "#[schemars(regex(pattern = \"..\"))]",
        "description" | "doc" => "/// ..",
        _ => return None,
    };
    Some(belongs(key, text))
}

fn belongs(key: &Ident, instead: &str) -> darling::Error {
    error(key, format!("`#[crd(..)]` has no `{key}`: write `{instead}`"))
}
