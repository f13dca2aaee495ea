//! Declare a Kubernetes operator instead of writing one.
//!
//! `#[operator(..)]` on a spec struct makes the kind, its CRD, typed children, status and condition handling,
//! owner references and a reconcile skeleton. What is left to write is what the children look like.

pub mod action;
pub mod apply;
pub mod cache;
pub mod change;
pub mod children;
pub mod cli;
pub mod client;
pub mod clock;
pub mod context;
pub mod declare;
pub mod events;
mod expansion;
pub mod failure;
pub mod manager;
#[doc = include_str!("../docs/mistakes.md")]
pub mod mistakes {}
pub mod object;
pub mod operator;
pub mod queue;
pub mod readiness;
pub mod seen;
pub mod source;
pub mod status;
pub mod store;
#[cfg(feature = "testing")]
pub mod testing;

mod controller;
mod hub;
mod panics;
mod pass;
mod text;

pub use cli::cli;
#[doc = include_str!("../docs/condition_type.md")]
pub use kubewright_macros::ConditionType;
#[doc = include_str!("../docs/failure.md")]
pub use kubewright_macros::Failure;
#[doc = include_str!("../docs/operator.md")]
pub use kubewright_macros::operator;
#[doc = include_str!("../docs/schema.md")]
pub use kubewright_macros::schema;
#[doc = include_str!("../docs/status.md")]
pub use kubewright_macros::status;

/// Kubernetes' own types: `kubewright::k8s::apps::v1::Deployment`.
pub mod k8s {
    pub use k8s_openapi::{
        api::*,
        apimachinery::pkg::{api::resource::Quantity, apis::meta, util::intstr::IntOrString},
    };
}

/// Everything that an operator usually names.
pub mod prelude {
    pub use k8s_openapi::apimachinery::pkg::apis::meta::v1::{ObjectMeta, Time};
    pub use kube::ResourceExt;
    pub use kubewright_macros::{ConditionType, Failure, operator, schema, status};

    pub use crate::{
        action::{Action, Cleaned, Warnings, minutes, seconds},
        change::Change,
        children::ChildName,
        context::Context,
        events::EventType,
        failure::Failure,
        object::ObjectKey,
        operator::{Cleanup, Defaults, Operator, Reconcile, Validate},
        readiness::{Readiness, Replicas},
        seen::{Seen, SeenMany},
        source::SourceContext,
        status::{ConditionStatus, ConditionType, Conditions, NoStatus},
        store::Store,
    };
}

/// What the expansion of the macros names. Outside of semver: the macros are pinned to this exact version.
#[doc(hidden)]
pub mod __private {
    pub use futures::future::BoxFuture;
    pub use k8s_openapi::{
        self, apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
    };
    pub use kube::{self, api::ObjectMeta};
    pub use schemars;
    pub use serde;
    pub use serde_json;

    pub use crate::{
        action::{Cleaned, Warnings},
        change::Change,
        children::{Children, Live, Observed, Wanted},
        context::Context,
        declare::*,
        expansion::{
            call, check, read,
            stored::{self, Stored, named},
        },
        failure::{Class, Failed, Failure, Verdict},
        object::{DecodeError, Kind, Object, ObjectKey, Scoped},
        operator::*,
        seen::{Seen, SeenMany},
        source::{Source, SourceContext},
        status::{ConditionType, Conditions, NoCondition, NoStatus, Status, StatusFields},
        store::{RawStore, Store},
    };
}
