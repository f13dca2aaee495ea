//! Whose a child is: children that outlive their owner, objects that are taken as children, and kinds that a cluster may
//! lack; on the real control plane.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "in a test a panic is how one says it")]

mod adopt;
mod names;
mod retain;
mod served;
