//! Lists that don't say of which kind they are.
use kubewright::prelude::*;

#[schema]
pub struct Lists {
    #[crd(list)]
    pub bare: Vec<String>,
    #[crd(list())]
    pub empty: Vec<String>,
    #[crd(list(bag))]
    pub unheard_of: Vec<String>,
    #[crd(list(sets))]
    pub misspelt: Vec<String>,
    #[crd(list(atomic))]
    pub as_always: Vec<String>,
    #[crd(list(set, map(name)))]
    pub both: Vec<Item>,
    #[crd(list(set), list(set))]
    pub twice: Vec<String>,
    #[crd(list(map))]
    pub no_keys: Vec<Item>,
    #[crd(list(map()))]
    pub empty_keys: Vec<Item>,
    #[crd(list(map("name")))]
    pub quoted: Vec<Item>,
    #[crd(list(map(name, name)))]
    pub same_key: Vec<Item>,
}

#[schema]
pub struct Item {
    pub name: String,
}

fn main() {}
