//! How often failing objects are tried again.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", retry_rate(qps = 0, burst = 0))]
pub struct NothingSpec {}

#[operator(group = "example.com", version = "v1", retry_rate(qps = -1.5, burst = -1))]
pub struct NegativeSpec {}

#[operator(group = "example.com", version = "v1", retry_rate(qps = "10", burst = 2.5))]
pub struct NoNumbersSpec {}

#[operator(group = "example.com", version = "v1", retry_rate(qps = 1e999, burst = 5000000000))]
pub struct HugeSpec {}

#[operator(group = "example.com", version = "v1", retry_rate(rate = 10, brust = 100, qps = 1, qps = 2))]
pub struct KeysSpec {}

#[operator(group = "example.com", version = "v1", retry_rate())]
pub struct EmptySpec {}

fn main() {}
