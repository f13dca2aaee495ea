//! A finalizer that nothing would ever take away for a reason.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", finalizer = "example.com/cleanup")]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
