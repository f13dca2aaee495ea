//! A function that is asked about an object rather than about a change.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", when = wanted)]
pub struct MyAppSpec {}

fn wanted(_app: &MyApp) -> bool {
    true
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
