//! A default that the field's own list of values does not have.
use kubewright::prelude::*;

#[schema]
pub struct Volume {
    #[crd(default = "fast")]
    #[schemars(extend("enum" = ["slow", "quick"]))]
    pub speed: String,
}

fn main() {}
