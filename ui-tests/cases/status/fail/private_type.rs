//! A status that nobody who sees the kind can name.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", status = MyAppStatus)]
pub struct MyAppSpec {}

#[status]
struct MyAppStatus {
    observed_generation: Option<i64>,
    conditions: Conditions<MyAppCondition>,
}

#[derive(ConditionType)]
enum MyAppCondition {
    Ready,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
