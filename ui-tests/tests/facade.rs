//! kubewright through another crate: every macro takes its path.
#![deny(warnings)]

// As in a crate that does not depend on kubewright.
extern crate core as kubewright;

use facade::platform::operators::{k8s::core::v1::Secret, prelude::*};

/// A kind.
#[operator(
    crate = ::facade::platform::operators,
    group = "example.com", version = "v1", status = FarStatus, owns(Secret), finalizer = "example.com/far",
)]
pub struct FarSpec {
    /// Size.
    #[crd(column, scale, default = 1)]
    pub size: i32,
    /// Nested.
    pub nested: Option<Nested>,
}

/// Nested.
#[schema(crate = ::facade::platform::operators)]
pub struct Nested {
    /// A name.
    #[crd(column, default = "x")]
    pub name: String,
}

/// A status.
#[status(crate = ::facade::platform::operators)]
pub struct FarStatus {
    /// Generation that this status speaks of.
    pub observed_generation: Option<i64>,
    /// What is to be said.
    pub conditions: Conditions<FarCondition>,
    /// Pods.
    #[crd(scale)]
    pub size: i32,
}

/// What is said.
#[derive(ConditionType)]
#[condition_type(crate = ::facade::platform::operators)]
pub enum FarCondition {
    /// All is well.
    Ready,
}

/// What can go wrong.
#[derive(Debug, thiserror::Error, Failure)]
#[failure(crate = ::facade::platform::operators, conditions = FarCondition)]
pub enum FarError {
    /// Not now.
    #[error("busy")]
    #[failure(transient)]
    Busy,
}

impl Reconcile for Far {
    type Error = FarError;

    async fn desired(&self, _cx: &Context<Self>) -> Result<FarChildren, FarError> {
        Err(FarError::Busy)
    }
}

impl Cleanup for Far {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, FarError> {
        Ok(Cleaned::Done)
    }
}

#[test]
fn is_an_operator_as_any_other() {
    assert_eq!((Far::DECLARATION.plural, facade::Old::DECLARATION.plural), ("fars", "olds"));
    let written = facade::platform::operators::__private::serde_json::to_value(Far::new(
        "one",
        FarSpec { size: 2, nested: None },
    ));
    let written = written.unwrap();
    assert_eq!(
        (written["apiVersion"].as_str(), written["kind"].as_str()),
        (Some("example.com/v1"), Some("Far"))
    );
    assert_eq!((&written["metadata"]["name"], &written["spec"]["size"]), (&"one".into(), &2.into()));
    assert!(written.get("status").is_none());
}
