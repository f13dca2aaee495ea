//! Kinds of lists on types that can't be such lists.
use std::collections::{BTreeMap, BTreeSet};

use kubewright::prelude::*;

#[schema]
pub struct Lists {
    #[crd(list(set))]
    pub map: BTreeMap<String, String>,
    #[crd(list(set))]
    pub set_already: BTreeSet<String>,
    #[crd(list(set))]
    pub set_of_structs: Vec<Item>,
    #[crd(list(map(name)))]
    pub no_list: Item,
    #[crd(list(map(name)))]
    pub no_structs: Option<Vec<String>>,
}

#[schema]
pub struct Item {
    pub name: String,
}

fn main() {}
