//! The contracts of an operator at work: MyApp on a real control plane, its requests counted from the audit log.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "in a test a panic is how one says it")]

mod config;
mod create;
mod deletion;
mod drift;
mod foreign;
mod former;
mod lab;
mod namespaces;
mod order;
mod process;
mod quiet;
mod readiness;
mod recreate;
mod scale;
mod slow;
mod status;
mod update;
mod versions;
