//! A handler is being typed, and its code is there.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", webhook(va))]
pub struct MyAppSpec {
    pub image: String,
    pub replicas: i32,
}

impl Validate for MyApp {
    fn validate(&self, _old: Option<&Self>) -> Result<Warnings, Self::Error> {
        Ok(Warnings::default())
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
