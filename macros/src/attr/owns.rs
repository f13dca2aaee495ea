//! `owns(..)`, `watches(..)` and `reads(..)`: lists of kinds.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Ident, Path, Token, ext::IdentExt, parse::ParseStream, token::Paren};

use super::{
    args::{each, each_key},
    keys::{self, Keys},
    value::{self, once},
};
use crate::error::{Errors, Result, error};

/// How many children an entry stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Arity {
    One,
    Optional,
    Many,
}

/// `[name:] Kind`, `[name:] Option<Kind>` or `[name:] Vec<Kind>`, with options behind it.
pub struct OwnedAttr {
    pub name: Option<Ident>,
    pub arity: Arity,
    pub kind: Path,
    /// Names of entries.
    pub depends_on: Option<Vec<Ident>>,
}

/// `Kind` or `Kind(map = path::to::function)`.
pub struct WatchedAttr {
    pub kind: Path,
    pub map: Option<Path>,
}

/// `Kind`.
pub struct ReadAttr {
    pub kind: Path,
}

pub fn owned(list: TokenStream, errors: &mut Errors) -> Vec<OwnedAttr> {
    let mut entries = Vec::new();
    let mut nested = Errors::default();
    each(list, errors, |input| {
        let name = entry_name(input)?;
        let (arity, kind) = wrapped_kind(input)?;
        let mut entry = OwnedAttr { name, arity, kind, depends_on: None };
        options(input, &mut nested, |key, input, errors| {
            if key != "depends_on" {
                return Err(keys::OWNED.unknown(key));
            }
            once(&mut entry.depends_on, key, dependencies(key, input, errors)?)
        })?;
        entries.push(entry);
        Ok(())
    });
    errors.handle(nested.finish());
    entries
}

pub fn watched(list: TokenStream, errors: &mut Errors) -> Vec<WatchedAttr> {
    let mut entries = Vec::new();
    let mut nested = Errors::default();
    each(list, errors, |input| {
        let mut entry = WatchedAttr { kind: bare_kind(input, "watches")?, map: None };
        options(input, &mut nested, |key, input, _| {
            if key != "map" {
                return Err(keys::WATCHED.unknown(key));
            }
            once(&mut entry.map, key, value::path(key, input, "map = path::to::function")?)
        })?;
        entries.push(entry);
        Ok(())
    });
    errors.handle(nested.finish());
    entries
}

pub fn read(list: TokenStream, errors: &mut Errors) -> Vec<ReadAttr> {
    let mut entries = Vec::new();
    each(list, errors, |input| {
        let kind = bare_kind(input, "reads")?;
        entries.push(ReadAttr { kind });
        no_options(input, &keys::READ)
    });
    entries
}

fn entry_name(input: ParseStream<'_>) -> Result<Option<Ident>> {
    if !(input.peek(Ident::peek_any) && input.peek2(Token![:]) && !input.peek2(Token![::])) {
        return Ok(None);
    }
    let name = input.call(Ident::parse_any)?;
    input.parse::<Token![:]>()?;
    Ok(Some(name))
}

fn wrapped_kind(input: ParseStream<'_>) -> Result<(Arity, Path)> {
    let path = kind(input, "owns")?;
    if !input.peek(Token![<]) {
        return Ok((Arity::One, path));
    }
    let wrapper = last(&path);
    let arity = match wrapper.to_string().as_str() {
        "Option" => Arity::Optional,
        "Vec" => Arity::Many,
        _ => {
            let message =
                format!("`{wrapper}<..>` is no way to own a kind: `Kind`, `Option<Kind>` or `Vec<Kind>`");
            return Err(error(wrapper, message));
        }
    };
    input.parse::<Token![<]>()?;
    let path = kind(input, "owns")?;
    if input.peek(Paren) {
        let message = format!("options stand behind the `>`: `{wrapper}<{}>(..)`", last(&path));
        return Err(error(&input.span(), message));
    }
    input.parse::<Token![>]>()?;
    Ok((arity, path))
}

fn bare_kind(input: ParseStream<'_>, list: &str) -> Result<Path> {
    let path = kind(input, list)?;
    if input.peek(Token![<]) {
        let message = format!("`{list}(..)` takes the kind alone: write it without `{}<..>`", last(&path));
        return Err(error(last(&path), message));
    }
    Ok(path)
}

fn kind(input: ParseStream<'_>, list: &str) -> Result<Path> {
    let at = input.span();
    Path::parse_mod_style(input)
        .map_err(|_| error(&at, format!("`{list}(..)` takes types of kinds, such as `Deployment`")))
}

/// What stands in parentheses behind a kind.
fn options(
    input: ParseStream<'_>,
    errors: &mut Errors,
    mut read: impl FnMut(&Ident, ParseStream<'_>, &mut Errors) -> Result<()>,
) -> Result<()> {
    if input.peek(Paren) {
        let mut nested = Errors::default();
        each_key(value::parenthesised(input)?, errors, |key, input| read(key, input, &mut nested));
        errors.handle(nested.finish());
    }
    Ok(())
}

/// `depends_on = config` or `depends_on(config, database)`.
fn dependencies(key: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<Vec<Ident>> {
    if !input.peek(Paren) {
        return Ok(vec![value::name(key, input, "depends_on = config")?]);
    }
    let mut entries = Vec::new();
    each(value::parenthesised(input)?, errors, |input| {
        let at = input.span();
        let wrong = || error(&at, "`depends_on(..)` takes names of entries: `depends_on(config, database)`");
        let entry = input.call(Ident::parse_any).map_err(|_| wrong())?;
        entries.push(entry);
        if input.is_empty() || input.peek(Token![,]) { Ok(()) } else { Err(wrong()) }
    });
    if entries.is_empty() {
        return Err(error(key, "`depends_on()` names no entry: `depends_on = config`"));
    }
    Ok(entries)
}

fn no_options(input: ParseStream<'_>, keys: &Keys) -> Result<()> {
    if !input.peek(Paren) {
        return Ok(());
    }
    let at = input.span();
    match value::parenthesised(input)?.into_iter().next() {
        Some(TokenTree::Ident(key)) => Err(keys.unknown(&key)),
        _ => Err(error(&at, format!("{} takes no options", keys.place))),
    }
}

/// The name of the kind itself: where errors about it stand.
pub fn last(path: &Path) -> &Ident {
    // A path of module style has at least one segment: the parser refuses others.
    &path.segments[path.segments.len() - 1].ident
}
