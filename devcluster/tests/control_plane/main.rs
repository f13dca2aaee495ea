//! Tests on a real control plane, in one program so that they are linked once.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod common;
mod envtest;
mod private;
mod shared;
