//! A state that nobody who sees the kind can name.
use kubewright::prelude::*;

struct Clients;

#[operator(group = "example.com", version = "v1", state = Clients)]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
