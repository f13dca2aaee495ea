//! A rule that compares an item with what it was, in a list without keys.
use kubewright::prelude::*;

#[schema]
pub struct Pool {
    pub volumes: Vec<Volume>,
    pub named: Option<Vec<Limited>>,
}

#[schema(rule(cel = "self.size >= oldSelf.size", message = "can only grow"))]
pub struct Volume {
    pub size: i32,
}

#[schema]
pub struct Limited {
    #[crd(rule(cel = "self >= oldSelf", message = "can only grow"))]
    pub size: i32,
}

fn main() {}
