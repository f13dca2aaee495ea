//! Former finalizers and field managers that cannot have been, are there twice, or are those of now.
use kubewright::prelude::*;

#[operator(
    group = "example.com", version = "v1", name = "web-operator",
    finalizer = "example.com/now",
    former_finalizers("example.com/now", "not one", "cleanup", "cleanup", "https://example.com/old"),
    former_managers("web-operator", "", "old", "old"),
)]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

impl Cleanup for MyApp {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, Self::Error> {
        Ok(Cleaned::Done)
    }
}

fn main() {}
