//! A live child may be absent.
use kubewright::{k8s::apps::v1::Deployment, prelude::*};

#[operator(group = "example.com", version = "v1", owns(Deployment))]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren { deployment: Deployment::default() })
    }

    async fn observe(
        &self,
        _cx: &Context<Self>,
        seen: &MyAppObserved,
        _status: &mut NoStatus,
    ) -> Result<Action, Self::Error> {
        let _status = seen.deployment.status.as_ref();
        Ok(Action::await_change())
    }
}

fn main() {}
