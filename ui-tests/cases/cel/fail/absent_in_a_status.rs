//! Every field of a status may be absent.
use kubewright::prelude::*;

#[status(rule(cel = "self.ready > 0", message = "must be so"))]
struct AppStatus {
    ready: i32,
    observed_generation: Option<i64>,
    conditions: Conditions<AppCondition>,
}

#[derive(ConditionType)]
enum AppCondition {
    Ready,
}

fn main() {}
