//! Keys that serde does not know.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {
    pub limits: Limits,
    #[serde(skip_serialising_if = "Option::is_none")]
    pub image: Option<String>,
}

#[schema]
pub struct Limits {
    #[serde(renam = "cpu")]
    pub cpu_limit: i32,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
