//! What an entry waits for is half a name.
use kubewright::{k8s::{apps::v1::Deployment, core::v1::ConfigMap}, prelude::*};

#[operator(group = "example.com", version = "v1", owns(config: ConfigMap, Deployment(depends_on = con)))]
pub struct MyAppSpec {
    pub image: String,
    pub replicas: i32,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        let _ = (&self.spec.image, self.spec.replicas);
        Ok(MyAppChildren { config: ConfigMap::default(), deployment: Deployment::default() })
    }
}

fn main() {}
