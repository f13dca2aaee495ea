//! Delays after failures.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", backoff(base = "1m", max = "30s"))]
pub struct CrossedSpec {}

#[operator(group = "example.com", version = "v1", backoff(base = "1h"))]
pub struct BaseAloneSpec {}

#[operator(group = "example.com", version = "v1", backoff(max = "1ms"))]
pub struct MaxAloneSpec {}

#[operator(group = "example.com", version = "v1", backoff(max = "10000h"))]
pub struct EndlessSpec {}

#[operator(group = "example.com", version = "v1", backoff(bas = "5ms", factor = 2, max = ""))]
pub struct KeysSpec {}

#[operator(group = "example.com", version = "v1", backoff())]
pub struct EmptySpec {}

#[operator(group = "example.com", version = "v1", backoff = "5ms")]
pub struct ValueSpec {}

fn main() {}
