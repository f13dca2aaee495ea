//! What a cleanup answers with.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }

    async fn observe(
        &self,
        _cx: &Context<Self>,
        _seen: &MyAppObserved,
        _status: &mut NoStatus,
    ) -> Result<Cleaned, Self::Error> {
        Ok(Cleaned::Done)
    }
}

fn main() {}
