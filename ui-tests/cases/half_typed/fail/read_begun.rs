//! An option of a read is being typed.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1", reads(Secret(li)))]
pub struct MyAppSpec {
    pub image: String,
    pub replicas: i32,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        let _ = _cx.get::<Secret>("name");
        Ok(MyAppChildren {})
    }
}

fn main() {}
