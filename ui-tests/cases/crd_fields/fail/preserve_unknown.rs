//! `preserve_unknown` where there is nothing unknown to keep.
use std::collections::BTreeMap;

use kubewright::prelude::*;

#[schema]
pub struct Closed {
    #[crd(preserve_unknown)]
    pub text: String,
    #[crd(preserve_unknown)]
    pub map: BTreeMap<String, Inner>,
    #[crd(preserve_unknown)]
    pub list: Vec<Inner>,
}

#[schema]
pub struct Inner {
    pub size: i32,
}

fn main() {}
