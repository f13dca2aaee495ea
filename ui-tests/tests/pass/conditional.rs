//! `cfg` and `cfg_attr`, above the macros, below them and on fields: the neighbours of
//! `cases/conditional`.
#![deny(warnings)]

use kubewright::{declare::Described, prelude::*};

#[cfg_attr(all(), operator(group = "example.com", version = "v1", status = SometimesStatus))]
#[cfg_attr(all(), derive(PartialEq), serde(expecting = "a spec"), must_use)]
#[cfg_attr(any(), derive(NothingThatExists), serde(nothing))]
/// A kind.
pub struct SometimesSpec {
    #[cfg(not(any()))]
    #[crd(column, default = 1)]
    pub here: i32,
    #[cfg(any())]
    #[crd(column, scale, default = NothingThatExists)]
    pub here: NothingThatExists,
    #[cfg_attr(all(), serde(alias = "bounded"), schemars(range(max = 5)))]
    #[cfg_attr(any(), nothing)]
    pub most: u8,
}

/// Left out, with all that the macro would make.
#[cfg(any())]
#[operator(group = "example.com", version = "v1")]
pub struct NeverSpec {
    pub field: NothingThatExists,
}

#[cfg_attr(all(), status)]
pub struct SometimesStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<SometimesCondition>,
    #[cfg(any())]
    #[crd(column)]
    pub never: NothingThatExists,
}

#[cfg_attr(all(), derive(ConditionType))]
pub enum SometimesCondition {
    Ready,
    #[cfg(any())]
    Never,
}

#[derive(Debug, thiserror::Error)]
#[cfg_attr(all(), derive(Failure), failure(conditions = SometimesCondition))]
pub enum SometimesError {
    #[error("busy")]
    #[cfg_attr(all(), failure(transient))]
    Busy,
    #[cfg(any())]
    #[failure(permanent, condition = Never)]
    Never(NothingThatExists),
}

/// What stands below the macro is looked at before it.
#[schema]
#[cfg_attr(all(), serde(rename_all = "SCREAMING-KEBAB-CASE"))]
pub struct Renamed {
    #[crd(column)]
    pub in_capitals: i32,
}

#[schema]
#[cfg(any())]
pub struct Never {
    pub field: NothingThatExists,
}

#[cfg_attr(all(), schema)]
#[derive(PartialEq)]
pub enum Choice {
    #[cfg_attr(all(), doc = "One.")]
    One,
    #[cfg(any())]
    Two,
    Three,
}

impl Reconcile for Sometimes {
    type Error = SometimesError;

    async fn desired(&self, _cx: &Context<Self>) -> Result<SometimesChildren, SometimesError> {
        if self.spec.here > 1 { Err(SometimesError::Busy) } else { Ok(SometimesChildren {}) }
    }
}

#[test]
fn only_what_is_there_is_known() {
    assert_eq!(SometimesCondition::ALL, ["Ready"]);
    let facts = format!("{:?}", SometimesSpec::FACTS);
    assert!(facts.contains(".here") && !facts.contains("Scale"), "{facts}");
    let facts = format!("{:?}", Renamed::FACTS);
    assert!(facts.contains(".IN-CAPITALS"), "{facts}");
    let crd = kubewright::__private::serde_json::to_value(Sometimes::crd()).unwrap();
    let spec = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"];
    assert_eq!(
        (&spec["properties"]["most"]["maximum"], &spec["properties"]["here"]["default"]),
        (&5.0.into(), &1.into())
    );
    assert_eq!(kubewright::declare::problems(&Sometimes::crd()), []);
}
