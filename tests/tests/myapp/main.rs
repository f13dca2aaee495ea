//! What is MyApp's own: its external service and its samples, on the real control plane.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "in a test a panic is how one says it")]

mod external;
mod rights;
mod samples;
