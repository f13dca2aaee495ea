//! A scale subresource with one of its two numbers.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", status = MyAppStatus)]
pub struct MyAppSpec {
    #[crd(scale, default = 1)]
    pub replicas: i32,
}

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
    pub replicas: i32,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
