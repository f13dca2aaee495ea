//! What tests against the real control plane share: a world of one namespace, and waiting for conditions.

#![expect(clippy::expect_used, reason = "this library is test code: a failure is a failed test")]

mod wait;
mod world;

pub use self::{
    wait::{eventually, eventually_within},
    world::World,
};
