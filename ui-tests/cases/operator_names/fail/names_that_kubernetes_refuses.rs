//! Names that the API server would refuse.
use kubewright::prelude::*;

#[operator(
    name = "My Operator",
    group = "Example.com",
    version = "1.0",
    plural = "my_apps",
    singular = "",
    short_name = "MA",
    category = "all!",
)]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
