//! `on(..)` and `when = ..`: which changes wake.

use syn::{
    Ident, Path, Token,
    parse::{ParseStream, discouraged::Speculative},
    token::Paren,
};

use super::{
    args::{each, each_key},
    keys,
    value::{self, once},
};
use crate::error::{Errors, Result, error, near_miss};

/// `on(generation, labels, annotations, status)`: those that are named.
#[derive(Default)]
pub struct OnAttr {
    pub generation: Option<Ident>,
    pub labels: Option<Ident>,
    pub annotations: Option<Ident>,
    pub status: Option<Ident>,
}

/// `path::to::function`, or several of them in `all(..)`, `any(..)` and `not(..)`.
pub enum WhenAttr {
    Is(Path),
    /// One, unless it could not be read.
    Not(Vec<WhenAttr>),
    All(Vec<WhenAttr>),
    Any(Vec<WhenAttr>),
}

const EXAMPLE: &str = "when = path::to::function";
const WORDS: [&str; 3] = ["all", "any", "not"];

impl OnAttr {
    pub fn read(on: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<Self> {
        let list = value::list(on, input, "on(generation, labels)")?;
        if list.is_empty() {
            let message = "`on()` names no part of an object: `on(generation, labels)`";
            return Err(error(on, message));
        }
        let mut attr = Self::default();
        each_key(list, errors, |key, input| {
            let slot = match key.to_string().as_str() {
                "generation" => &mut attr.generation,
                "labels" => &mut attr.labels,
                "annotations" => &mut attr.annotations,
                "status" => &mut attr.status,
                _ => return Err(keys::ON.unknown(key)),
            };
            value::flag(key, input)?;
            once(slot, key, key.clone())
        });
        Ok(attr)
    }
}

impl WhenAttr {
    pub fn read(key: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<Self> {
        value::equals(key, input, "a path", EXAMPLE)?;
        let at = input.fork();
        Self::condition(key, input, errors).inspect_err(|_| {
            // What stands there is read over, with the commas in it.
            input.advance_to(&at);
            value::skip_expression(input);
        })
    }

    fn condition(key: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<Self> {
        if input.peek(Token![!]) {
            return Err(error(&input.span(), "`!` stands in no path: write `not(path)`"));
        }
        let at = input.span();
        let path = Path::parse_mod_style(input)
            .map_err(|_| value::takes(&at, key, "a path without quotes", EXAMPLE))?;
        let read =
            if input.peek(Paren) { Self::combined(key, &path, input, errors)? } else { Self::Is(path) };
        let sign = [(input.peek(Token![&&]), "&&", "all"), (input.peek(Token![||]), "||", "any")];
        if let Some((_, sign, word)) = sign.into_iter().find(|(written, ..)| *written) {
            let message = format!("`{sign}` stands between no paths: write `{word}(first, second)`");
            return Err(error(&input.span(), message));
        }
        Ok(read)
    }

    /// `all(..)`, `any(..)` and `not(..)`, from the parenthesis on.
    fn combined(key: &Ident, path: &Path, input: ParseStream<'_>, errors: &mut Errors) -> Result<Self> {
        let word = path.get_ident().map(ToString::to_string).unwrap_or_default();
        if !WORDS.contains(&word.as_str()) {
            let meant = match word.as_str() {
                "and" => Some("all"),
                "or" => Some("any"),
                _ => near_miss(&word, &WORDS),
            };
            let message = match meant {
                Some(meant) => format!("`{key}` has no `{word}(..)`: did you mean `{meant}(..)`?"),
                None => {
                    format!("`{key}` takes the path alone: write `{}` without `(..)`", value::path_text(path))
                }
            };
            return Err(error(path, message));
        }
        let (mut parts, mut written) = (Vec::new(), 0);
        let mut nested = Errors::default();
        each(value::parenthesised(input)?, errors, |input| {
            written += 1;
            parts.push(Self::condition(key, input, &mut nested)?);
            Ok(())
        });
        errors.handle(nested.finish());
        let wrong = match (word.as_str(), written) {
            ("not", 0) => "`not()` names no function: `not(path::to::function)`".to_owned(),
            ("not", 2..) => {
                "`not(..)` takes one: of several write `not(all(..))` or `not(any(..))`".to_owned()
            }
            (_, 0) => format!("`{word}()` names no function: `{word}(first, second)`"),
            ("not", _) => return Ok(Self::Not(parts)),
            ("all", _) => return Ok(Self::All(parts)),
            _ => return Ok(Self::Any(parts)),
        };
        Err(error(path, wrong))
    }
}
