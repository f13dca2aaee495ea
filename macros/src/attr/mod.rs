//! Attributes as the user wrote them: no defaults, no rules across arguments, spans kept.

pub mod args;
pub mod around;
pub mod condition;
pub mod conditional;
pub mod container;
pub mod docs;
pub mod elsewhere;
pub mod failure;
pub mod field;
pub mod foreign;
pub mod former;
pub mod helpers;
pub mod item;
pub mod keys;
pub mod kind;
pub mod operator;
pub mod owned;
pub mod owns;
pub mod pacing;
pub mod rule;
pub mod schemars;
pub mod serde;
pub mod trigger;
pub mod value;
