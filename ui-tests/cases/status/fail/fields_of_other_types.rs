//! The fields that the runtime fills, of types that it can't.
use kubewright::prelude::*;

#[status]
pub struct MyAppStatus {
    pub observed_generation: i64,
    pub conditions: Vec<String>,
    #[status(last_update_time)]
    pub last_update_time: String,
    #[status(last_update_time)]
    pub again: Option<Time>,
    #[crd(default = 3)]
    pub replicas: i32,
}

fn main() {}
