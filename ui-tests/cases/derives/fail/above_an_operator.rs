//! A list of derives above the macro that makes most of them.
use kubewright::prelude::*;

#[derive(Clone, Debug, PartialEq)]
#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub replicas: i32,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
