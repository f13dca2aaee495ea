//! No type of errors.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, std::convert::Infallible> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
