//! `#[crd(..)]` in a struct without `#[schema]`.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {
    pub limits: Limits,
}

pub struct Limits {
    #[crd(column, default = 1)]
    pub cpu: i32,
    #[crd(immutable)]
    pub disk: String,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
