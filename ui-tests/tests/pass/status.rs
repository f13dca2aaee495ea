//! Statuses and condition types: the neighbours of `cases/status` and `cases/conditions`.

use std::collections::{BTreeMap, BTreeSet};

use kubewright::{prelude::*, status::Status};

#[derive(ConditionType)]
#[condition_type(crate = ::kubewright)]
pub enum TankCondition {
    Progressing,
    r#Ready,
    TLSReady,
    V2,
}

/// Fields in any order, and of types that begin with nothing.
#[status]
#[derive(PartialEq)]
pub struct TankStatus {
    pub phase: Phase,
    pub last: Option<Level>,
    pub conditions: Conditions<TankCondition>,
    pub levels: Vec<Level>,
    pub by_name: BTreeMap<String, Level>,
    pub names: BTreeSet<String>,
    pub nested: Inner,
    #[serde(rename = "generation")]
    pub observed_generation: Option<i64>,
    #[status(last_update_time)]
    #[serde(rename = "touched")]
    pub at: Option<Time>,
    pub share: f64,
}

#[schema]
#[derive(Default, PartialEq)]
pub enum Phase {
    #[default]
    Pending,
    Full,
}

/// No value of it is the first one, but nothing begins with it.
#[schema]
#[derive(PartialEq)]
pub enum Level {
    Low,
    High,
}

#[schema]
#[derive(PartialEq)]
pub struct Inner {
    #[crd(default = 3)]
    pub tries: i32,
}

#[test]
fn a_status_begins_with_nothing() {
    let status = TankStatus::default();
    assert_eq!((status.phase, status.last, status.nested.tries), (Phase::Pending, None, 3));
    assert!(status.conditions.iter().next().is_none());
    // Any part of it may be absent.
    let read: TankStatus =
        kubewright::__private::serde_json::from_str(r#"{"nested": {}, "generation": 2}"#).unwrap();
    assert_eq!((read.observed_generation, read.nested.tries), (Some(2), 3));
}

#[test]
fn what_the_runtime_fills_has_the_names_of_the_json() {
    let fields = TankStatus::FIELDS.unwrap();
    assert_eq!((fields.conditions, fields.observed_generation), ("conditions", "generation"));
    assert_eq!(fields.last_update_time, Some("touched"));
}

#[test]
fn conditions_have_the_names_of_their_variants() {
    assert_eq!(TankCondition::ALL, ["Progressing", "Ready", "TLSReady", "V2"]);
    let mut conditions = Conditions::<TankCondition>::default();
    conditions.set(TankCondition::TLSReady, true, "Issued", "the certificate is there");
    assert!(conditions.is_true(TankCondition::TLSReady));
    assert!(conditions.get(TankCondition::r#Ready).is_none());
    conditions.remove(TankCondition::TLSReady);
    assert!(conditions.get(TankCondition::TLSReady).is_none());
}
