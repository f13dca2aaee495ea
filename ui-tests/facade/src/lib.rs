//! A crate of a user's own, of an older edition, through which other crates see kubewright.
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]
#![deny(keyword_idents_2024, if_let_rescope, tail_expr_drop_order, unsafe_op_in_unsafe_fn)]
#![forbid(unsafe_code)]
#![deny(unused)]

/// kubewright itself, by another name and below another path.
pub mod platform {
    pub use kubewright as operators;
}

use kubewright::{k8s::core::v1::Secret, prelude::*};

/// A kind.
#[operator(
    group = "example.com", version = "v1", status = OldStatus, owns(secret: Secret, other: Vec<Secret>), finalizer = "a.b/c",
)]
pub struct OldSpec {
    /// Size.
    #[crd(column, scale, default = 1)]
    pub size: i32,
    /// Nested.
    pub nested: Option<Nested>,
}

/// Nested.
#[schema]
pub struct Nested {
    /// A name.
    #[crd(default = "x")]
    pub name: String,
}

/// A status.
#[status]
pub struct OldStatus {
    /// Generation that this status speaks of.
    pub observed_generation: Option<i64>,
    /// What is to be said.
    pub conditions: Conditions<OldCondition>,
    /// Pods.
    #[crd(scale)]
    pub size: i32,
}

/// What is said.
#[derive(ConditionType, Debug)]
pub enum OldCondition {
    /// All is well.
    Ready,
}

impl Reconcile for Old {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<OldChildren, Self::Error> {
        Ok(OldChildren { secret: Secret::default(), other: Vec::new() })
    }
}

impl Cleanup for Old {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, Self::Error> {
        Ok(Cleaned::Done)
    }
}
