//! Rules in CEL.

use super::{Described, Field, Text};
use crate::cel::{Expression, Problem};
use proc_macro2::Span;

/// `rule(..)`.
pub struct Rule {
    pub cel: Cel,
    pub message: Option<Text>,
    pub message_expression: Option<Cel>,
    pub reason: Option<String>,
    /// Path in JSON, relative to `self`.
    pub field_path: Option<Text>,
    pub optional_old_self: Option<Span>,
}

impl Rule {
    /// Whether it looks at the stored object.
    pub fn compares(&self) -> bool {
        let all = [Some(&self.cel), self.message_expression.as_ref()];
        all.into_iter().flatten().any(|cel| cel.read.as_ref().is_ok_and(|read| read.old_self))
    }
}

/// An expression, and what it says.
pub struct Cel {
    pub text: Text,
    pub read: Result<Expression, Problem>,
}

/// What `self` is.
#[derive(Clone, Copy)]
pub enum Subject<'a> {
    /// A struct under one of our macros.
    Struct(&'a Described),
    /// The value of a field, which may be the only one of a struct and have no name.
    Value(&'a Field),
    /// A value of an enum without data.
    Text,
    /// Not to be known here.
    Unknown,
}
