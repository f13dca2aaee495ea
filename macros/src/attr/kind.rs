//! A kind in a list of kinds, with the name and the wrapper that an entry of `owns(..)` may have.
//!
//! What is meant is kept besides the error where it can be told, so that `<Kind>Children` keeps its fields.

use syn::{
    AngleBracketedGenericArguments, Ident, LitStr, Path, Token, ext::IdentExt, parse::ParseStream,
    token::Paren,
};

use super::owns::Arity;
use crate::error::{Errors, Result, error};

/// Types around a kind that are none of `Option` and `Vec`: how many kinds are in them.
const WRAPPERS: &[(&str, Arity)] = &[
    ("Box", Arity::One),
    ("Arc", Arity::One),
    ("Rc", Arity::One),
    ("VecDeque", Arity::Many),
    ("BTreeSet", Arity::Many),
    ("HashSet", Arity::Many),
];

/// `name:`, if there is one.
pub fn entry_name(input: ParseStream<'_>, errors: &mut Errors) -> Result<Option<Ident>> {
    let Some((name, problem)) = written_name(input)? else { return Ok(None) };
    if let Some(problem) = problem {
        errors.push(error(&name, problem));
    } else if ["_", "self", "Self", "super", "crate"].iter().any(|none| name == none) {
        let message = format!("no field can be called `{name}`: give the entry another name, or none");
        errors.push(error(&name, message));
    }
    if input.peek(Token![:]) {
        input.parse::<Token![:]>()?;
    } else if input.peek(Token![=]) {
        let message = format!("a colon stands behind the name of an entry: `{name}: Deployment`");
        errors.push(error(&input.parse::<Token![=]>()?, message));
    }
    if input.is_empty() || input.peek(Token![,]) {
        return Err(error(&name, format!("`{name}` is of which kind? Write it like `{name}: Deployment`")));
    }
    Ok(Some(name))
}

/// What stands before a colon or what should be one, and what is wrong with it.
fn written_name(input: ParseStream<'_>) -> Result<Option<(Ident, Option<String>)>> {
    let fork = input.fork();
    if let Ok(literal) = fork.parse::<LitStr>() {
        if !fork.peek(Token![:]) {
            return Ok(None);
        }
        input.parse::<LitStr>()?;
        let name = literal.parse_with(Ident::parse_any).map_err(|_| {
            error(
                &literal,
                "the name of an entry is that of a field: letters, digits and `_`, without quotes",
            )
        })?;
        let message = format!("the name of an entry has no quotes: write `{name}`");
        return Ok(Some((name, Some(message))));
    }
    let Ok(first) = fork.call(Ident::parse_any) else { return Ok(None) };
    let mut name = first.unraw().to_string();
    let mut dashes = false;
    while fork.peek(Token![-]) && fork.peek2(Ident::peek_any) {
        fork.parse::<Token![-]>()?;
        name = format!("{name}_{}", fork.call(Ident::parse_any)?.unraw());
        dashes = true;
    }
    let ends = fork.peek(Token![=]) || fork.peek(Token![:]) && !fork.peek(Token![::]);
    if !ends && !dashes {
        return Ok(None);
    }
    syn::parse::discouraged::Speculative::advance_to(input, &fork);
    if !dashes {
        return Ok(Some((first, None)));
    }
    let message = format!("the name of an entry is that of a field: write `{name}`");
    Ok(Some((Ident::new(&name, first.span()), Some(message))))
}

/// `Kind`, `Option<Kind>` or `Vec<Kind>`.
pub fn wrapped_kind(input: ParseStream<'_>, errors: &mut Errors) -> Result<(Arity, Path)> {
    if input.peek(Token![&]) {
        let at = input.parse::<Token![&]>()?;
        errors.push(error(&at, "an entry of `owns(..)` is the kind itself: write it without `&`"));
    }
    let path = kind(input, "owns")?;
    if !input.peek(Token![<]) {
        return Ok((Arity::One, path));
    }
    let wrapper = last(&path).clone();
    let arity = match wrapper.to_string().as_str() {
        "Option" => Arity::Optional,
        "Vec" => Arity::Many,
        other => {
            let message =
                format!("`{wrapper}<..>` is no way to own a kind: `Kind`, `Option<Kind>` or `Vec<Kind>`");
            errors.push(error(&wrapper, message));
            let Some((_, arity)) = WRAPPERS.iter().find(|(name, _)| *name == other) else {
                input.parse::<AngleBracketedGenericArguments>()?;
                return Ok((Arity::One, path));
            };
            *arity
        }
    };
    let (inner, second) = argument(input, &wrapper, "owns")?;
    if let Some(second) = second {
        let message = format!("an entry has one wrapper: write `{wrapper}<{}>`", last(&inner));
        errors.push(error(&second, message));
    }
    Ok((arity, inner))
}

/// `Kind` alone, for `watches(..)` and `reads(..)`.
pub fn bare_kind(input: ParseStream<'_>, list: &str, errors: &mut Errors) -> Result<Path> {
    if input.peek(Ident::peek_any) && input.peek2(Token![:]) && !input.peek2(Token![::]) {
        let name = input.call(Ident::parse_any)?;
        input.parse::<Token![:]>()?;
        errors.push(error(&name, format!("an entry of `{list}(..)` has no name: write the kind alone")));
    }
    let path = kind(input, list)?;
    if !input.peek(Token![<]) {
        return Ok(path);
    }
    let message = format!("`{list}(..)` takes the kind alone: write it without `{}<..>`", last(&path));
    errors.push(error(last(&path), message));
    let known = ["Option", "Vec"].into_iter().chain(WRAPPERS.iter().map(|(name, _)| *name));
    if known.into_iter().any(|name| last(&path) == name) {
        return Ok(argument(input, last(&path), list)?.0);
    }
    input.parse::<AngleBracketedGenericArguments>()?;
    Ok(path)
}

/// The kind in `<Kind>`, and the wrapper in `<Wrapper<Kind>>`.
fn argument(input: ParseStream<'_>, wrapper: &Ident, list: &str) -> Result<(Path, Option<Ident>)> {
    input.parse::<Token![<]>()?;
    let path = kind(input, list)?;
    let found = if input.peek(Token![<]) {
        let wrapper = last(&path).clone();
        (argument(input, &wrapper, list)?.0, Some(wrapper))
    } else {
        (path, None)
    };
    if input.peek(Paren) {
        let message = format!("options stand behind the `>`: `{wrapper}<{}>(..)`", last(&found.0));
        return Err(error(&input.span(), message));
    }
    input.parse::<Token![>]>()?;
    Ok(found)
}

fn kind(input: ParseStream<'_>, list: &str) -> Result<Path> {
    let at = input.span();
    if let Ok(literal) = input.fork().parse::<LitStr>() {
        let name = literal.value();
        return Err(error(&at, format!("`{list}(..)` takes types of kinds: write `{name}` without quotes")));
    }
    let path = Path::parse_mod_style(input)
        .map_err(|_| error(&at, format!("`{list}(..)` takes types of kinds, such as `Deployment`")))?;
    if path.is_ident("Self") {
        return Err(error(&path, format!("`Self` is nothing here: `{list}(..)` takes the name of a kind")));
    }
    Ok(path)
}

/// The name of the kind itself: where errors about it stand.
pub fn last(path: &Path) -> &Ident {
    // A path of module style has at least one segment: the parser refuses others.
    &path.segments[path.segments.len() - 1].ident
}
