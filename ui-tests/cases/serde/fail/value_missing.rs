//! Keys of serde that say nothing alone, and a list that ends too early.
use kubewright::prelude::*;

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
    #[serde(rename)]
    pub first: i32,
    #[schemars(range(min = 1) max = 2)]
    pub second: i32,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
}

#[operator(group = "example.com", version = "v1", status = MyAppStatus)]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
