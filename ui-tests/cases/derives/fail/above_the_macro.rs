//! A derive above the macro is expanded before it: rustc sees two of them.
use kubewright::prelude::*;

#[derive(Clone)]
#[schema]
pub struct Limits {
    pub pods: i32,
}

fn main() {}
