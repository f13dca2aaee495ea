//! All passes share the state, on several threads.
use kubewright::prelude::*;

pub struct Clients {
    pub cache: std::cell::Cell<i32>,
}

#[operator(group = "example.com", version = "v1", state = Clients)]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
