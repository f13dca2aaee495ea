//! Reading an undeclared kind of another namespace.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        let _secret = cx.get_in::<Secret>("vault", "token");
        Ok(MyAppChildren {})
    }
}

fn main() {}
