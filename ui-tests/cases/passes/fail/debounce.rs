//! Windows that are none, or that nobody would want to wait for.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", debounce = "0ms")]
pub struct ClosedSpec {}

#[operator(group = "example.com", version = "v1", debounce = "90m")]
pub struct PatientSpec {}

#[operator(group = "example.com", version = "v1", debounce = 500)]
pub struct BareSpec {}

#[operator(group = "example.com", version = "v1", debounce = "half a second")]
pub struct WordySpec {}

#[operator(group = "example.com", version = "v1", debounce = "1s", debounce = "2s")]
pub struct TwiceSpec {}

#[operator(group = "example.com", version = "v1", debouncing = "1s")]
pub struct NearlySpec {}

fn main() {}
