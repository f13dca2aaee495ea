//! The operator against a real API server that fails in every way.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "in a test a panic is how one says it")]

mod busy;
mod gone;
mod killed;
mod outage;
mod random;
mod skew;
mod stop;
mod token;
