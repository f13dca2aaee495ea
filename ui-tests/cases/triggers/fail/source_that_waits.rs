//! One key in the future is no stream of keys.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", source = outside)]
pub struct MyAppSpec {}

async fn outside(_cx: SourceContext<MyApp>) -> ObjectKey {
    ObjectKey::namespaced("default", "web")
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
