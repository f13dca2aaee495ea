//! Attributes of schemars above the macro.
use kubewright::prelude::*;

#[schemars(extend("x-note" = "kept"))]
#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
}

fn main() {
    let _ = MyAppStatus::default().clone();
}
