//! Variants and their fields are no columns.
use kubewright::prelude::*;

#[schema]
pub enum Mode {
    #[crd(column)]
    Fast,
    Slow,
}

#[schema]
pub enum Store {
    Bucket {
        #[crd(default = 1)]
        size: i32,
    },
}

fn main() {}
