//! Expressions, as far as names matter: which operator joins two values is of no interest.
//!
//! Chains are flat, so that a long rule makes no deep tree.

pub struct Expr {
    /// Where it begins, in characters.
    pub at: usize,
    pub kind: Kind,
}

pub enum Kind {
    Literal,
    /// A variable or the first part of a longer name.
    Name(String),
    /// `base.field[index].call()`.
    Member(Box<Expr>, Vec<Step>),
    /// `function(..)`.
    Call(String, Vec<Expr>),
    /// `Type{field: value}`: the values.
    Message(Vec<Expr>),
    /// Values whose order and use do not matter: operands, items, keys and values.
    Several(Vec<Expr>),
}

pub struct Step {
    /// Where its name or index begins.
    pub at: usize,
    pub kind: StepKind,
}

pub enum StepKind {
    Field { name: String, optional: bool },
    Index { index: Expr, optional: bool },
    Call { name: String, arguments: Vec<Expr> },
}

impl Expr {
    /// A variable's name, if it is nothing else.
    pub fn as_name(&self) -> Option<&str> {
        match &self.kind {
            Kind::Name(name) => Some(name),
            _ => None,
        }
    }
}
