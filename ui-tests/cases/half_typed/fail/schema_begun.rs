//! An argument of `#[schema]` is being typed: the type and its default are there.
use kubewright::prelude::*;

#[schema(ru)]
pub struct Limits {
    #[crd(default = 1)]
    pub cpu: i32,
}

fn main() {
    let _ = Limits::default().cpu;
}
