//! The conditions have no type yet.
use kubewright::prelude::*;

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<>,
    pub ready: i32,
}

fn main() {
    let _ = MyAppStatus::default().ready;
}
