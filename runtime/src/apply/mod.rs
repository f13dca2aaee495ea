//! The requests that a pass sends, one file each, and what their answers mean.
//!
//! Everything here is on JSON values: this module knows no user types, no cache and no queue. Each function sends
//! exactly the requests that its documentation says; nothing is retried behind the caller's back.

pub mod body;
pub mod canonical;
pub mod coverage;
pub mod path;
