//! Lists of another form, empty ones, and one that is there twice.
use kubewright::prelude::*;

#[operator(
    group = "example.com", version = "v1",
    former_finalizers = "example.com/old",
    former_finalizers(),
    former_managers(old),
    former_managers("a"),
    former_managers("b"),
    formerly_owns(),
    former_owns(Secret),
)]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
