//! A status whose conditions are not written yet.
use kubewright::prelude::*;

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub ready: i32,
}

fn main() {
    let _ = MyAppStatus::default().ready;
}
