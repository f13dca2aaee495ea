//! A function that returns one key.
use kubewright::{k8s::core::v1::Secret, prelude::*};

#[operator(group = "example.com", version = "v1", watches(Secret(map = wakes)))]
pub struct MyAppSpec {}

fn wakes(secret: &Secret, _store: &Store<'_, MyApp>) -> Option<ObjectKey> {
    Some(ObjectKey::new(secret.namespace().as_deref(), &secret.name_any()))
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
