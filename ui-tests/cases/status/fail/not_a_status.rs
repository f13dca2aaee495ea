//! A status type without `#[status]`.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", status = Progress)]
pub struct MyAppSpec {}

#[schema]
#[derive(Default)]
pub struct Progress {
    pub percent: i32,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
