//! More selectable fields than a server takes.
use kubewright::prelude::*;

#[schema]
pub struct Nine {
    #[crd(selectable)]
    pub one: String,
    #[crd(selectable)]
    pub two: String,
    #[crd(selectable)]
    pub three: String,
    #[crd(selectable)]
    pub four: String,
    #[crd(selectable)]
    pub five: String,
    #[crd(selectable)]
    pub six: String,
    #[crd(selectable)]
    pub seven: String,
    #[crd(selectable)]
    pub eight: String,
    #[crd(selectable)]
    pub nine: String,
}

fn main() {}
