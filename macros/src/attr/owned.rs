//! Options of an entry of `owns(..)` that are more than a name: which fields are shared, and what becomes of a child that
//! cannot be changed.

use proc_macro2::Span;
use syn::{
    Ident, LitStr, Token, bracketed,
    ext::IdentExt,
    parse::ParseStream,
    token::{Bracket, Paren},
};

use super::{
    args::{each, each_key},
    value,
};
use crate::error::{Errors, Result, error};

/// A path of a field, as it is in YAML: `spec.replicas`, `data["key"]`.
pub struct FieldPath(pub Vec<Step>);

/// One step of a [`FieldPath`].
pub struct Step {
    pub name: String,
    pub span: Span,
    /// `["name"]`.
    pub quoted: bool,
}

/// `on_immutable = recreate` or `on_immutable = recreate(orphan)`.
pub struct OnImmutable {
    /// Where `recreate` stands.
    pub span: Span,
    /// Whether what the child owns stays.
    pub orphan: bool,
}

/// `shared(spec.replicas, metadata.labels["example.com/tier"])`.
pub fn shared(key: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<Vec<FieldPath>> {
    let list = value::list(key, input, "shared(spec.replicas)")?;
    if list.is_empty() {
        return Err(error(key, "`shared()` names no field: `shared(spec.replicas)`"));
    }
    let mut paths = Vec::new();
    each(list, errors, |input| {
        paths.push(field_path(input)?);
        Ok(())
    });
    Ok(paths)
}

fn field_path(input: ParseStream<'_>) -> Result<FieldPath> {
    if let Ok(quoted) = input.fork().parse::<LitStr>() {
        return Err(error(&quoted, format!("a path of a field has no quotes: write `{}`", quoted.value())));
    }
    let at = input.span();
    let wrong =
        |at: Span| error(&at, "`shared(..)` takes fields as they are in YAML: `shared(spec.replicas)`");
    let first = input.call(Ident::parse_any).map_err(|_| wrong(at))?;
    let mut steps = vec![step(&first)];
    while !input.is_empty() && !input.peek(Token![,]) {
        let at = input.span();
        if input.peek(Bracket) {
            let name = bracketed_key(input).map_err(|problem| {
                let message =
                    "an item of a list can't be shared: name a field, or a key as in `data[\"key\"]`";
                error(&problem.span(), message)
            })?;
            steps.push(Step { name: name.value(), span: name.span(), quoted: true });
        } else if input.parse::<Token![.]>().is_ok() {
            let at = input.span();
            steps.push(step(&input.call(Ident::parse_any).map_err(|_| wrong(at))?));
        } else {
            return Err(wrong(at));
        }
    }
    Ok(FieldPath(steps))
}

/// `["key"]`.
fn bracketed_key(input: ParseStream<'_>) -> syn::Result<LitStr> {
    let content;
    bracketed!(content in input);
    content.parse()
}

fn step(name: &Ident) -> Step {
    Step { name: name.unraw().to_string(), span: name.span(), quoted: false }
}

/// `= recreate` or `= recreate(orphan)`.
pub fn on_immutable(key: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<OnImmutable> {
    const EXAMPLE: &str = "on_immutable = recreate";
    let word = value::name(key, input, EXAMPLE)?;
    if word != "recreate" {
        return Err(error(
            &word,
            format!("`on_immutable` can't be `{word}`: it takes `recreate` or `recreate(orphan)`"),
        ));
    }
    let mut orphan = false;
    if input.peek(Paren) {
        each_key(value::parenthesised(input)?, errors, |key, input| {
            if key != "orphan" {
                return Err(error(key, format!("`recreate(..)` has no `{key}`: it takes `orphan`")));
            }
            orphan = true;
            value::flag(key, input)
        });
    }
    Ok(OnImmutable { span: word.span(), orphan })
}
