//! A spec is an object; other code that names the kind stays quiet.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub enum MyAppSpec {
    A,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
