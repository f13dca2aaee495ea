//! What other attributes say, and what is nearly a helper.
use kubewright::prelude::*;

#[schema]
pub struct Keys {
    #[crd(rename = "type")]
    pub kind: String,
    #[crd(flatten)]
    pub inner: Inner,
    #[crd(min = 0)]
    pub number: i32,
    #[crd(length(min = 1))]
    pub text: String,
    #[crd(pattern = "^a")]
    pub pattern: String,
    #[crd(description = "A field.")]
    pub described: String,
    #[crd(selectible)]
    pub misspelt: String,
    #[crd(imutable)]
    pub misspelt_too: String,
    #[crd(immutable = true)]
    pub with_a_value: String,
    #[crd(immutable, immutable)]
    pub twice: String,
}

#[schema]
pub struct Inner {
    pub size: i32,
}

fn main() {}
