//! What an entry waits for is being typed.
use kubewright::{k8s::apps::v1::Deployment, prelude::*};

#[operator(group = "example.com", version = "v1", owns(Deployment(depends_on = )))]
pub struct MyAppSpec {
    pub image: String,
    pub replicas: i32,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        let _ = (&self.spec.image, self.spec.replicas);
        Ok(MyAppChildren { deployment: Deployment::default() })
    }
}

fn main() {}
