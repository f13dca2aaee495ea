//! Types that no structural schema can hold.
use kubewright::prelude::*;

#[schema]
pub struct Pair(i32, String);

#[schema]
pub struct Nothing;

#[schema]
pub enum Mixed {
    None,
    Some { size: i32 },
}

#[schema]
pub enum Tuples {
    Pair(i32, String),
}

#[schema]
pub struct Node {
    pub children: Vec<Node>,
}

#[schema]
pub enum Never {}

fn main() {}
