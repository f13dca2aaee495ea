//! An error type that is nobody's.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = Box<dyn std::error::Error + Send + Sync>;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
