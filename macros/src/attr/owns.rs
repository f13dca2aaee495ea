//! `owns(..)`, `watches(..)` and `reads(..)`: lists of kinds.

use proc_macro2::TokenStream;
use syn::{Ident, LitStr, Path, Token, ext::IdentExt, parse::ParseStream, token::Paren};

pub use super::kind::last;
use super::{
    args::{each, each_key},
    keys,
    kind::{bare_kind, entry_name, wrapped_kind},
    owned::{self, FieldPath, OnImmutable},
    trigger::{OnAttr, WhenAttr},
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
    pub shared: Option<Vec<FieldPath>>,
    pub on_immutable: Option<OnImmutable>,
    pub retain: Option<Ident>,
    pub adopt: Option<Ident>,
    pub if_served: Option<Ident>,
}

/// `Kind` or `Kind(map = path::to::function, labels = "app=web", on(labels), when = path::to::function)`.
pub struct WatchedAttr {
    pub kind: Path,
    pub map: Option<Path>,
    pub labels: Option<LitStr>,
    pub on: Option<OnAttr>,
    pub when: Option<WhenAttr>,
    pub metadata_only: Option<Ident>,
}

/// `Kind` or `Kind(live)`.
pub struct ReadAttr {
    pub kind: Path,
    pub live: Option<Ident>,
}

pub fn owned(list: TokenStream, errors: &mut Errors) -> Vec<OwnedAttr> {
    let mut entries = Vec::new();
    let mut nested = Errors::default();
    each(list, errors, |input| {
        let name = entry_name(input, &mut nested)?;
        let (arity, kind) = wrapped_kind(input, &mut nested)?;
        let mut entry = OwnedAttr::new(name, arity, kind);
        options(input, &mut nested, |key, input, errors| entry.option(key, input, errors))?;
        entries.push(entry);
        Ok(())
    });
    errors.handle(nested.finish());
    entries
}

impl OwnedAttr {
    fn new(name: Option<Ident>, arity: Arity, kind: Path) -> Self {
        Self {
            name,
            arity,
            kind,
            depends_on: None,
            shared: None,
            on_immutable: None,
            retain: None,
            adopt: None,
            if_served: None,
        }
    }

    fn option(&mut self, key: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<()> {
        let flag = match key.to_string().as_str() {
            "depends_on" => return once(&mut self.depends_on, key, dependencies(key, input, errors)?),
            "shared" => return once(&mut self.shared, key, owned::shared(key, input, errors)?),
            "on_immutable" => {
                return once(&mut self.on_immutable, key, owned::on_immutable(key, input, errors)?);
            }
            "retain" => &mut self.retain,
            "adopt" => &mut self.adopt,
            "if_served" => &mut self.if_served,
            _ => return Err(keys::OWNED.unknown(key)),
        };
        value::flag(key, input)?;
        once(flag, key, key.clone())
    }
}

pub fn watched(list: TokenStream, errors: &mut Errors) -> Vec<WatchedAttr> {
    let mut entries = Vec::new();
    let mut nested = Errors::default();
    each(list, errors, |input| {
        let kind = bare_kind(input, "watches", &mut nested)?;
        let mut entry =
            WatchedAttr { kind, map: None, labels: None, on: None, when: None, metadata_only: None };
        options(input, &mut nested, |key, input, errors| match key.to_string().as_str() {
            "map" => once(&mut entry.map, key, value::path(key, input, "map = path::to::function")?),
            "labels" => once(&mut entry.labels, key, value::string(key, input, "labels = \"app=web\"")?),
            "on" => once(&mut entry.on, key, OnAttr::read(key, input, errors)?),
            "when" => once(&mut entry.when, key, WhenAttr::read(key, input, errors)?),
            "metadata_only" => {
                value::flag(key, input)?;
                once(&mut entry.metadata_only, key, key.clone())
            }
            _ => Err(keys::WATCHED.unknown(key)),
        })?;
        entries.push(entry);
        Ok(())
    });
    errors.handle(nested.finish());
    entries
}

pub fn read(list: TokenStream, errors: &mut Errors) -> Vec<ReadAttr> {
    let mut entries = Vec::new();
    let mut nested = Errors::default();
    each(list, errors, |input| {
        let mut entry = ReadAttr { kind: bare_kind(input, "reads", &mut nested)?, live: None };
        options(input, &mut nested, |key, input, _| {
            if key != "live" {
                return Err(keys::READ.unknown(key));
            }
            value::flag(key, input)?;
            once(&mut entry.live, key, key.clone())
        })?;
        entries.push(entry);
        Ok(())
    });
    errors.handle(nested.finish());
    entries
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
