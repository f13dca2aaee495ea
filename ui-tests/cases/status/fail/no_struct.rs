//! What is no struct with named fields.
use kubewright::prelude::*;

#[status]
pub enum FirstStatus {
    Ready,
}

#[status]
pub struct SecondStatus(i32);

#[status]
pub struct ThirdStatus;

fn main() {}
