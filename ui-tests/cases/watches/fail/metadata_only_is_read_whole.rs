//! Whole objects of a kind of which there are metadata only.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1", watches(Secret(metadata_only)))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        let _token = cx.get::<Secret>("token");
        Ok(MyAppChildren {})
    }
}

fn main() {}
