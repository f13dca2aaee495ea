//! CEL, the language of rules: syntax and names. Types and cost are the API server's.
//!
//! The grammar is the one of the [language definition][1] with what the API server turns on: optional values and
//! two-variable comprehensions. Whatever the server accepts is accepted here, so unknown functions, types and fields
//! of unknown things are left to it.
//!
//! [1]: https://github.com/google/cel-spec/blob/master/doc/langdef.md

mod ast;
mod comprehension;
mod draw;
mod known;
mod lexer;
mod names;
mod parser;
mod primary;
mod text;
mod token;
pub mod wire;

#[cfg(test)]
mod tests;

pub use self::{
    draw::drawn,
    known::ELSEWHERE,
    names::{Expression, Path, Root, Segment, Unknown},
    wire::{name_of, wire_of},
};

/// Something wrong with an expression, at a character of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub at: usize,
    pub message: String,
}

impl Problem {
    fn new(at: usize, message: impl Into<String>) -> Self {
        Self { at, message: message.into() }
    }
}

/// Reads an expression: what it names, and which of its names mean nothing.
pub fn read(source: &str) -> Result<Expression, Problem> {
    Ok(names::resolve(&parser::parse(source)?))
}
