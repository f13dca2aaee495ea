//! A module without the prelude. `Some`, `Into` and `Default` are there: schemars' derive names them without their paths.
#![no_implicit_prelude]
#![deny(warnings)]

use ::kubewright::{
    ConditionType, Failure,
    k8s::core::v1::{ConfigMap, Secret},
    operator, schema, status,
};
use ::std::{
    convert::Into,
    default::Default,
    option::Option::{self, Some},
    string::String,
};

/// A kind.
#[operator(
    group = "example.com", version = "v1", status = BareNamesStatus,
    owns(Secret, maps: Vec<ConfigMap>), reads(::kubewright::k8s::core::v1::Node), short_name = "bn",
)]
pub struct BareNamesSpec {
    /// A size.
    #[crd(column, scale, default = 1)]
    pub size: i32,
    /// A text.
    #[crd(default = "x")]
    pub text: String,
    /// A nested type.
    pub nested: Option<Nested>,
}

/// A nested type.
#[schema]
pub struct Nested {
    /// A number.
    #[crd(column, default = 1)]
    pub number: u8,
}

/// A status.
#[status]
pub struct BareNamesStatus {
    /// Generation that this status speaks of.
    pub observed_generation: Option<i64>,
    /// What is to be said.
    pub conditions: ::kubewright::status::Conditions<Condition>,
    /// Pods.
    #[crd(scale)]
    pub size: i32,
}

/// What is said.
#[derive(ConditionType)]
pub enum Condition {
    /// All is well.
    Ready,
}

/// What can go wrong.
#[derive(::std::fmt::Debug, Failure)]
pub enum Error {
    /// Not now.
    #[failure(transient)]
    Busy,
}

impl ::std::fmt::Display for Error {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        f.write_str("busy")
    }
}

impl ::std::error::Error for Error {}

impl ::kubewright::operator::Reconcile for BareNames {
    type Error = Error;

    async fn desired(
        &self,
        _cx: &::kubewright::context::Context<Self>,
    ) -> ::std::result::Result<BareNamesChildren, Error> {
        ::std::result::Result::Err(Error::Busy)
    }
}
