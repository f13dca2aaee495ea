//! An immutable field that no rule can see.
use kubewright::{__private::serde_json::Value, prelude::*};

#[schema]
pub struct Storage {
    #[crd(immutable)]
    pub options: Value,
}

fn main() {}
