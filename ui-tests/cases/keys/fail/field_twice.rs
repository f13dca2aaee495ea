//! A field has one column.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {
    #[crd(column, column)]
    pub size: i32,
    #[crd(column(name = "A", name = "B"))]
    pub image: String,
    #[crd(column)]
    #[crd(column)]
    pub port: i32,
}

fn main() {}
