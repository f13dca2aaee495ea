//! A mark on a field of the status is being typed.
use kubewright::prelude::*;

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
    #[status(last)]
    pub at: Option<Time>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
}

fn main() {
    let _ = MyAppStatus::default().at;
}
