//! Error types that are nobody's.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = Box<dyn std::error::Error + Send + Sync>;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

#[operator(group = "example.com", version = "v1")]
pub struct OtherSpec {}

impl Reconcile for Other {
    type Error = Box<dyn std::error::Error>;

    async fn desired(&self, _cx: &Context<Self>) -> Result<OtherChildren, Self::Error> {
        Ok(OtherChildren {})
    }
}

fn main() {}
