//! The requests that a pass sends, one file each, and what their answers mean.
//!
//! Everything here is on JSON values: this module knows no user types, no cache and no queue. Each function sends
//! exactly the requests that its documentation says; nothing is retried behind the caller's back.

pub mod body;
pub mod canonical;
pub mod coverage;
pub mod create;
pub mod delete;
pub mod error;
pub mod finalizer;
pub mod fold;
pub mod handover;
pub mod path;
pub mod recreate;
mod repair;
pub mod rival;
pub mod status;
pub mod target;
pub mod update;

pub use self::{
    create::{Created, Holder, Owner, Waiting, create},
    delete::{Deleted, Propagation, delete},
    error::{Rejection, RequestError, Right},
    finalizer::Finalizers,
    fold::{BEFORE_FIRST_APPLY, Folded, Part, fold, take_over},
    handover::{HandedOver, hand_over},
    path::Path,
    status::{Dropped, StatusOutcome},
    target::Target,
    update::{Applied, update},
};

#[cfg(test)]
mod tests;
