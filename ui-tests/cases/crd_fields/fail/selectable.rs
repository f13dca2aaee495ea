//! Fields that no object can be found by.
use std::collections::BTreeMap;

use kubewright::{k8s::Quantity, prelude::*};

type Tags = Vec<String>;

#[schema]
pub struct Unselectable {
    #[crd(selectable)]
    pub map: BTreeMap<String, String>,
    #[crd(selectable)]
    pub alias_of_a_list: Tags,
    #[crd(selectable)]
    pub fraction: Option<f64>,
    #[crd(selectable)]
    pub quantity: Quantity,
    #[crd(selectable)]
    pub object: Inner,
}

#[schema]
pub struct Inner {
    pub size: i32,
}

fn main() {}
