//! The status is being typed: its fields are there.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", status =)]
pub struct MyAppSpec {
    pub image: String,
    pub replicas: i32,
}

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
    pub ready: i32,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        let _ = (&self.spec.image, self.spec.replicas);
        Ok(MyAppChildren {})
    }
}

fn main() {
    let _ = MyAppStatus::default().ready;
}
