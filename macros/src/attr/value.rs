//! What may stand behind a key.

use proc_macro2::TokenStream;
use syn::{
    Expr, Ident, Lit, LitInt, LitStr, Path, Token, Type, parenthesized,
    parse::{Parse, ParseStream, discouraged::Speculative},
    token::Paren,
};

use crate::error::{Errors, Result, error};

/// Keeps a value, once.
pub fn once<T>(slot: &mut Option<T>, key: &Ident, value: T) -> Result<()> {
    if slot.is_some() {
        return Err(error(key, format!("`{key}` is given twice: keep one of them")));
    }
    *slot = Some(value);
    Ok(())
}

/// `key = "text"`. `example` is a whole argument that would do.
pub fn string(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<LitStr> {
    behind_equals(key, input, "a string", example)
}

/// `key = 3`.
pub fn number(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<LitInt> {
    behind_equals(key, input, "a number", example)
}

/// `key = literal`, of a kind that is checked elsewhere.
pub fn literal(key: &Ident, input: ParseStream<'_>, what: &str, example: &str) -> Result<Lit> {
    behind_equals(key, input, what, example)
}

/// `key = Name`.
pub fn name(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<Ident> {
    equals(key, input, "a name without quotes", example)?;
    if let Ok(Lit::Int(number)) = input.fork().parse() {
        return Err(error(&number, format!("`{number}` is no name: a name begins with a letter")));
    }
    let at = input.span();
    let name = input.parse().map_err(|_| takes(&at, key, "a name without quotes", example))?;
    if input.peek(Token![::])
        && let Ok(rest) = input.parse::<Path>()
        && let Some(last) = rest.segments.last()
    {
        let message = format!("`{key}` takes a name alone: `{key} = {}`", last.ident);
        return Err(error(&name, message));
    }
    Ok(name)
}

/// `key = Type`.
pub fn type_(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<Type> {
    behind_equals(key, input, "a type without quotes", example)
}

/// Reads a value that might be in quotes, where it is kept besides the error: code may name what it makes.
pub fn unquoted<T: Parse>(
    key: &Ident,
    input: ParseStream<'_>,
    errors: &mut Errors,
    read: impl FnOnce(&Ident, ParseStream<'_>) -> Result<T>,
) -> Result<T> {
    let fork = input.fork();
    let quoted = fork.parse::<Token![=]>().and_then(|_| fork.parse::<LitStr>());
    let Ok(literal) = quoted else { return read(key, input) };
    let Ok(value) = literal.parse::<T>() else { return read(key, input) };
    let Err(problem) = read(key, input) else { return Ok(value) };
    errors.push(problem);
    input.advance_to(&fork);
    Ok(value)
}

/// `key = some::expression()`.
pub fn expression(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<Expr> {
    behind_equals(key, input, "a value", example)
}

/// `key = path::to::something`.
pub fn path(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<Path> {
    equals(key, input, "a path", example)?;
    let at = input.span();
    let Ok(path) = Path::parse_mod_style(input) else {
        skip_expression(input);
        return Err(takes(&at, key, "a path without quotes", example));
    };
    if path.is_ident("Self") {
        return Err(error(&path, format!("`Self` is nothing here: `{example}`")));
    }
    if input.peek(Paren) {
        let message = format!("`{key}` takes the path alone: write `{}` without `(..)`", path_text(&path));
        return Err(error(&path, message));
    }
    Ok(path)
}

/// What stands in place of a value, with the commas in it.
pub fn skip_expression(input: ParseStream<'_>) {
    let fork = input.fork();
    if fork.parse::<Expr>().is_ok() {
        input.advance_to(&fork);
    }
}

/// `crate = ::path`. Relative paths would mean something else in each module that uses the macro.
pub fn krate(key: &Ident, input: ParseStream<'_>) -> Result<Path> {
    let path = path(key, input, "crate = ::kubewright")?;
    let first = path.segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
    if path.leading_colon.is_some() || first == "crate" {
        return Ok(path);
    }
    let text = path_text(&path);
    Err(error(&path.segments, format!("`crate` takes an absolute path: `::{text}` or `crate::{text}`")))
}

/// `key(..)`: what stands between the parentheses.
pub fn list(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<TokenStream> {
    if !input.peek(Paren) {
        return Err(error(key, format!("`{key}` takes a list: `{example}`")));
    }
    Ok(parenthesised(input)?)
}

/// What stands between the parentheses that come next.
pub fn parenthesised(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let content;
    parenthesized!(content in input);
    content.parse()
}

/// `key`, with nothing behind it.
pub fn flag(key: &Ident, input: ParseStream<'_>) -> Result<()> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(());
    }
    Err(error(key, format!("`{key}` takes no value: write `{key}` alone")))
}

/// `a::b::C`, as it is written.
pub fn path_text(path: &Path) -> String {
    let segments = path.segments.iter().map(|segment| segment.ident.to_string());
    let text = segments.collect::<Vec<_>>().join("::");
    if path.leading_colon.is_some() { format!("::{text}") } else { text }
}

fn behind_equals<T: Parse>(key: &Ident, input: ParseStream<'_>, what: &str, example: &str) -> Result<T> {
    equals(key, input, what, example)?;
    let at = input.span();
    input.parse().map_err(|_| takes(&at, key, what, example))
}

pub fn equals(key: &Ident, input: ParseStream<'_>, what: &str, example: &str) -> Result<()> {
    match input.parse::<Option<Token![=]>>()? {
        Some(_) if !input.is_empty() && !input.peek(Token![,]) => Ok(()),
        _ => Err(takes(key, key, what, example)),
    }
}

pub fn takes(at: &impl syn::spanned::Spanned, key: &Ident, what: &str, example: &str) -> darling::Error {
    error(at, format!("`{key}` takes {what}: `{example}`"))
}
