//! What serde could neither write nor read, which would show when the first object comes.
use std::collections::{BTreeMap, HashMap};

use kubewright::prelude::*;

#[schema]
pub struct Flattened {
    #[serde(flatten)]
    pub text: Name,
    #[serde(flatten)]
    pub list: Vec<Key>,
    #[serde(flatten)]
    pub mode: Option<Mode>,
}

#[schema]
pub struct Keyed {
    pub by_struct: BTreeMap<Key, i32>,
    pub by_list: Option<Vec<HashMap<Vec<i32>, i32>>>,
}

#[schema]
#[serde(tag = "type")]
pub enum Tagged {
    Name(Name),
    Text(String),
    Many(Vec<Key>),
    One(Key),
}

#[schema]
pub struct Name(String);

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub number: i32,
}

#[schema]
pub enum Mode {
    Fast,
    Slow,
}

fn main() {}
