//! A source takes its context.
use kubewright::{
    prelude::*,
    source::{Stream, stream},
};

#[operator(group = "example.com", version = "v1", source = outside)]
pub struct MyAppSpec {}

fn outside() -> impl Stream<Item = ObjectKey> {
    stream::empty()
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
