//! Immutable fields of items that can't be compared with what they were.
use kubewright::prelude::*;

#[schema]
pub struct Lists {
    pub plain: Option<Vec<Volume>>,
}

#[schema]
pub struct Volume {
    pub name: String,
    pub source: Source,
}

#[schema]
pub struct Source {
    #[crd(immutable)]
    pub class: String,
}

fn main() {}
