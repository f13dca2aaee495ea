//! Fields whose JSON would be a list of unlike items.
use std::collections::BTreeMap;

use kubewright::prelude::*;

#[schema]
pub struct Probe {
    pub limits: (i32, String),
    pub rules: Vec<(String, u16)>,
    pub named: Option<BTreeMap<String, (u8, u16)>>,
    pub nothing: (),
}

fn main() {}
