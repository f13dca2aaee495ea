//! What tests against the real control plane share: a world of one namespace, waiting for conditions, and operators
//! whose behaviour a test scripts.

#![expect(clippy::expect_used, reason = "this library is test code: a failure is a failed test")]

pub mod faults;
mod gadget;
mod kit;
mod kubectl;
mod logs;
mod objects;
mod program;
mod release;
mod rights;
mod script;
mod wait;
mod world;

pub use self::{
    gadget::{Gadget, GadgetSpec},
    kit::{Kit, KitSpec},
    logs::Logs,
    objects::{message, said},
    program::{Program, Usage},
    script::{Act, Place, Script, Trouble, TroubleCondition, TroubleStatus},
    wait::{eventually, eventually_within},
    world::{World, crd, line},
};
