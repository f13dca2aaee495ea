//! What an operator does when things go wrong, on the real control plane: its own code fails or panics, objects are
//! refused, names are taken, rights are missing, namespaces go away.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "in a test a panic is how one says it")]

mod brittle;
mod debounce;
mod duo;
mod elsewhere;
mod enforced;
mod events;
mod flips;
mod hall;
mod live;
mod outside;
mod pacing;
mod panics;
mod pause;
mod reads;
mod records;
mod refusal;
mod retry;
mod rights;
mod rules;
mod secrets;
mod set;
mod slots;
mod storm;
mod strangers;
mod terminating;
mod thrifty;
mod ticking;
mod unsaid;
mod waiting;
mod wakes;

use kubewright_tests::GadgetSpec;
use myapp_operator::ExternalServices;
use serde_json::{Value, json};

/// The state of MyApp's operator.
fn services() -> ExternalServices {
    ExternalServices::new()
}

/// A MyApp in JSON.
fn app(name: &str, replicas: i32) -> Value {
    json!({"metadata": {"name": name}, "spec": {"image": "nginx", "replicas": replicas}})
}

/// A Gadget.
fn gadget(name: &str, value: i64) -> kubewright_tests::Gadget {
    kubewright_tests::Gadget::new(name, GadgetSpec { value })
}
