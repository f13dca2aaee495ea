//! A rule of the spec, written as if it saw the whole object.
use kubewright::prelude::*;

#[operator(
    group = "example.com",
    version = "v1",
    rule(cel = "self.spec.replicas > 0", message = "must be so"),
)]
struct AppSpec {
    replicas: i32,
}

impl Reconcile for App {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<AppChildren, Self::Error> {
        Ok(AppChildren {})
    }
}

fn main() {}
