//! A type without a schema that stands elsewhere: the first error names the cause.
use kubewright::prelude::*;

mod parts {
    #[derive(Clone, Debug)]
    pub struct Limits {
        pub cpu: i32,
    }
}

#[schema]
pub struct Server {
    pub limits: Vec<parts::Limits>,
}

fn main() {}
