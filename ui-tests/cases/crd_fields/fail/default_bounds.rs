//! Defaults that the field itself refuses.
use kubewright::prelude::*;

#[schema]
pub struct Bounds {
    #[crd(default = 200)]
    #[schemars(range(max = 100))]
    pub beyond: u8,
    #[crd(default = -1)]
    #[schemars(range(min = 0, max = 100))]
    pub below: i32,
    #[crd(default = 0.5)]
    #[schemars(range(min = 0.75))]
    pub fraction: f64,
    #[crd(default = "")]
    #[schemars(length(min = 1))]
    pub empty: String,
    #[crd(default = "too long")]
    #[validate(length(max = 5))]
    pub long: String,
    #[crd(default = "ab")]
    #[schemars(length(equal = 3))]
    pub short: String,
}

fn main() {}
