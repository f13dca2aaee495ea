//! Functions that want whole objects of a kind of which there are metadata only.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(
    group = "example.com",
    version = "v1",
    watches(Secret(metadata_only, map = everybody, when = of_data)),
)]
pub struct MyAppSpec {}

fn everybody(_: &Secret, apps: &Store<'_, MyApp>) -> Vec<ObjectKey> {
    apps.keys_where(|_| true)
}

fn of_data(change: Change<'_, Secret>) -> bool {
    change.differs(|secret| secret.data.clone())
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
