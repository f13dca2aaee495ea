//! Sources of what are no keys.
use kubewright::{
    prelude::*,
    source::{Stream, stream},
};

#[operator(group = "example.com", version = "v1", source = names)]
pub struct MyAppSpec {}

fn names(_cx: SourceContext<MyApp>) -> impl Stream<Item = String> {
    stream::empty()
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
