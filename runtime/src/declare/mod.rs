//! The declaration as data, and what is made of it: the CRD, the explanation.

mod declaration;
mod facts;

pub use self::{
    declaration::{
        Arity, BackoffRange, Declaration, Declared, MapFn, Owned, Read, RetryRate, Scope, Watched, Webhook,
    },
    facts::{Described, Fact, NoFacts, Probe},
};
