//! Fields that share their place.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub union MyAppSpec {
    pub size: i32,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
