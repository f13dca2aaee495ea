//! The version has no value yet.
use kubewright::prelude::*;

#[operator(group = "example.com", version)]
pub struct MyAppSpec {
    pub image: String,
    pub replicas: i32,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        let _ = (&self.spec.image, self.spec.replicas);
        Ok(MyAppChildren {})
    }
}

fn main() {}
