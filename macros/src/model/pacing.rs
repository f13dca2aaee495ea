//! When passes run, and run again.

use std::time::Duration;

use proc_macro2::Span;

/// A value with the place to blame for it.
#[derive(Clone, Copy)]
pub struct Said<T> {
    pub value: T,
    pub span: Span,
    /// Not what stands in for something left out.
    pub written: bool,
}

/// When passes run, and run again. What nothing was said of is left to the runtime.
pub struct Pacing {
    pub concurrency: Option<Said<u32>>,
    pub backoff: Option<Backoff>,
    pub retry_rate: Option<RetryRate>,
    pub timeout: Option<Said<Duration>>,
    pub resync: Option<Said<Duration>>,
    pub debounce: Option<Said<Duration>>,
}

/// `backoff(base = "5ms", max = "1000s")`.
#[derive(Clone, Copy)]
pub struct Backoff {
    pub base: Said<Duration>,
    pub max: Said<Duration>,
}

/// `retry_rate(qps = 10, burst = 100)`.
#[derive(Clone, Copy)]
pub struct RetryRate {
    pub qps: Said<f64>,
    pub burst: Said<u32>,
}
