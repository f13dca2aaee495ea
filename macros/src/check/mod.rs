//! Rules across arguments and fields, one `check_*` each. The model is read, never changed.

mod bounds;
mod fields;
mod former;
mod helpers;
mod json;
pub mod k8s;
mod operator;
mod owned;
mod owns;
mod pacing;
mod rules;
pub mod selector;
mod shape;
mod status;

pub use self::{
    operator::operator,
    shape::schema,
    status::{conditions, failure, status},
};
