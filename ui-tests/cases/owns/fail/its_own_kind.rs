//! Every child would want children of its own.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", owns(Vec<MyApp>))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren { my_apps: Vec::new() })
    }
}

fn main() {}
