//! Functions that are asked about objects of another kind.
use kubewright::{
    k8s::core::v1::{ConfigMap, Secret},
    prelude::*,
};

#[operator(
    group = "example.com",
    version = "v1",
    when = of_data,
    watches(Secret(when = all(of_secret, not(of_data)))),
)]
pub struct MyAppSpec {}

fn of_data(change: Change<'_, ConfigMap>) -> bool {
    change.differs(|config| &config.data)
}

fn of_secret(change: Change<'_, Secret>) -> bool {
    change.differs(|secret| &secret.data)
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
