//! Without a tag, a variant without data leaves nothing in JSON to know it by.
use kubewright::prelude::*;

#[schema]
#[serde(untagged)]
pub enum Mode {
    Auto,
    Fixed(i32),
}

fn main() {}
