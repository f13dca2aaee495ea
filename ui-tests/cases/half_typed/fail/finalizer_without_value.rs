//! The finalizer has no value yet; what cleans up is there.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", finalizer =)]
pub struct MyAppSpec {
    pub image: String,
    pub replicas: i32,
}

impl Cleanup for MyApp {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, Self::Error> {
        Ok(Cleaned::Done)
    }
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        let _ = (&self.spec.image, self.spec.replicas);
        Ok(MyAppChildren {})
    }
}

fn main() {}
