//! A length that the schema would have to know.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec<const N: usize> {
    pub inner: [i32; N],
}

fn main() {}
