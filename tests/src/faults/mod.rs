//! A layer of faults between an operator and the real API server.
//!
//! It is an HTTP proxy: connections really break, answers really stop in the middle, and a process can be put behind it
//! as well as an operator in this one. A [`Plan`] says what becomes of each request. Every fault is noted with the
//! number of its request; the notes are printed when a test fails.

mod asked;
mod body;
mod clock;
mod fault;
mod forward;
mod gauge;
mod old;
mod plan;
mod proxy;
mod user;
mod verdict;

pub use self::{
    asked::Asked,
    clock::{FastClock, SkewedClock},
    fault::{Fault, Gate},
    gauge::Gauge,
    plan::{Killed, Mix, NoFaults, Plan, Random},
    proxy::Faults,
    user::User,
    verdict::verdict,
};
