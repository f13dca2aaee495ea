//! `cargo kubewright dev` as a user runs it: on a workspace whose operator does nothing, so that the tests are it, and
//! on real control planes.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod check;
mod lines;
mod mistakes;
mod myapp;
mod processes;
mod run;
mod toy;
