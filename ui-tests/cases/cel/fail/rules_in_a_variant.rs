//! Rules of a type that is one of several in its place.
use kubewright::prelude::*;

#[schema(rule(cel = "self.least <= self.most", message = "least is above most"))]
pub struct Range {
    pub least: i32,
    pub most: i32,
}

#[schema]
#[serde(untagged)]
pub enum Size {
    Between(Range),
    Exactly(i32),
}

#[schema]
#[serde(tag = "type")]
pub enum Named {
    Between(Range),
    Any {},
}

fn main() {}
