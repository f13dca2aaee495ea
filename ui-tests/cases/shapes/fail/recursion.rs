//! A type that contains itself.
use kubewright::prelude::*;

#[schema]
pub struct Node {
    pub children: Vec<Node>,
    pub parent: Option<Box<Node>>,
}

fn main() {}
