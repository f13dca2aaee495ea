//! Keys that can't tell items apart.
use kubewright::prelude::*;

#[schema]
pub struct Lists {
    #[crd(list(map(nmae)))]
    pub misspelt: Vec<Item>,
    #[crd(list(map(hostPort)))]
    pub as_on_the_wire: Vec<Item>,
    #[crd(list(map(name, alias)))]
    pub may_be_absent: Vec<Item>,
    #[crd(list(map(tags)))]
    pub no_single_value: Vec<Item>,
}

#[schema]
pub struct Item {
    pub name: String,
    pub alias: Option<String>,
    pub host_port: u16,
    pub tags: Vec<String>,
}

fn main() {}
