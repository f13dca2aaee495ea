//! A text becomes what can be made of one, and these can't.
use kubewright::{k8s::{IntOrString, Quantity}, prelude::*};

#[schema]
pub struct Limits {
    #[crd(default = "Fast")]
    pub mode: Mode,
    #[crd(default = "1Gi")]
    pub memory: Quantity,
    #[crd(default = "http")]
    pub port: IntOrString,
}

#[schema]
pub enum Mode {
    Fast,
    Slow,
}

fn main() {}
