use kubewright::prelude::*;

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
    #[cfg_attr(unix, status(last_update_time))]
    pub at: Option<Time>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
}

fn main() {}
