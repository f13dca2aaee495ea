//! A number that the type can't hold.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[crd(default = 70000)]
    pub port: u16,
}

fn main() {}
