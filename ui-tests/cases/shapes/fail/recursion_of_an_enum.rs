//! An enum that contains itself.
use kubewright::prelude::*;

#[schema]
pub enum Rule {
    All(Vec<Rule>),
    Not { inner: Box<Rule> },
    Name(String),
}

fn main() {}
