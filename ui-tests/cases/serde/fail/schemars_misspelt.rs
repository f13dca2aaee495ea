//! Keys of schemars: nothing follows from one that is wrong.
use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[schemars(range(mn = 1))]
    pub cpu: i32,
    #[schemars(lenght(min = 1))]
    pub name: String,
    #[schemars(length(least = 1))]
    pub alias: String,
    #[schemars(pattern = "^a")]
    pub pattern: String,
    #[schemars(regex = "^a")]
    pub regex: String,
    #[schemars(range = 1)]
    pub range: i32,
    #[schemars(min = 1, maximum = 10)]
    pub pods: i32,
    #[schemars(min_length = 1)]
    pub text: String,
    #[schemars(format = "uri")]
    pub url: String,
}

#[schema]
pub struct Server {
    pub limits: Limits,
}

fn main() {}
