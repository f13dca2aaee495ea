//! A time that belongs to the status.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {
    #[status(last_update_time)]
    pub time: Option<Time>,
}

fn main() {}
