//! A rule of the status that looks at the spec.
use kubewright::prelude::*;

#[status(rule(cel = "self.status.ready <= self.spec.replicas", message = "must be so"))]
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
