//! Errors as the user sees them.
//!
//! A message says what is wrong and, after a colon or a semicolon, what to write instead: lower case, code in
//! backticks, no full stop at the end. It stands at the user's own token, never at the whole macro if there is
//! a token to blame.

use std::fmt::Display;

use proc_macro2::Span;
use syn::{Ident, spanned::Spanned};

/// Everything that is wrong with one item.
pub use darling::error::Accumulator as Errors;

pub type Result<T> = darling::Result<T>;

/// An error at a node of the user's.
pub fn error(at: &impl Spanned, message: impl Display) -> darling::Error {
    darling::Error::custom(message).with_span(at)
}

/// Something that must be there and is not: it stands at the whole attribute.
pub fn missing(message: impl Display) -> darling::Error {
    darling::Error::custom(message).with_span(&Span::call_site())
}

/// Longer lists of keys help nobody.
const MOST_KEYS: usize = 12;

/// A key that does not exist, with the key that it nearly is.
pub fn unknown(key: &Ident, place: &str, known: &[&str]) -> darling::Error {
    let written = key.to_string();
    let message = match near_miss(&written, known) {
        Some(meant) => format!("{place} has no `{written}`: did you mean `{meant}`?"),
        None if known.is_empty() => format!("{place} has no `{written}`: it takes no options"),
        None if known.len() > MOST_KEYS => {
            format!("{place} has no `{written}`: its documentation lists what it takes")
        }
        None => format!("{place} has no `{written}`: it takes {}", listed(known)),
    };
    error(key, message)
}

/// `a`, `b`, `c`.
pub fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// The word that is nearly what was written.
pub fn near_miss<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let likeness = |word: &str| strsim::jaro_winkler(&written.to_lowercase(), &word.to_lowercase());
    known
        .iter()
        .copied()
        .filter(|word| likeness(word) > 0.8)
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}
