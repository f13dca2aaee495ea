//! The operator against a real API server that fails in every way.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "in a test a panic is how one says it")]

mod busy;
mod each;
mod frozen;
mod gone;
mod killed;
mod memory;
mod old;
mod one_kind;
mod outage;
mod pitfalls;
mod random;
mod silence;
mod skew;
mod stop;
mod token;
