//! Declare a Kubernetes operator instead of writing one.

pub mod apply;
pub mod object;
