//! Children between an operator and others who write them: fields that change hands, that nobody can change, that two
//! want; on the real control plane.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "in a test a panic is how one says it")]

mod contested;
mod handover;
mod immutable;
mod mirror;
mod policy;
mod refused;
mod stream;
mod wiped;
mod writers;
