//! Nobody reads the attribute: the macro is missing.
use kubewright::prelude::*;

pub struct Limits {
    #[crd(column)]
    pub cpu: i32,
}

fn main() {}
