//! `Default` in place of `Defaults`.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", webhook(default))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

impl Default for MyApp {
    fn default() -> Self {
        Self::new("", MyAppSpec {})
    }
}

fn main() {}
