//! Passes move between threads.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {}

async fn probe() {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        let counter = std::rc::Rc::new(1);
        probe().await;
        drop(counter);
        Ok(MyAppChildren {})
    }
}

fn main() {}
