//! Helpers that contradict each other, their field or its place.
use kubewright::{k8s::IntOrString, prelude::*};

#[schema]
pub struct Together {
    #[crd(list(set), int_or_string)]
    pub both: Vec<String>,
    #[crd(preserve_unknown, int_or_string)]
    pub neither: String,
    #[crd(scale, immutable)]
    pub replicas: i32,
    #[crd(list(set))]
    pub nulls: Vec<Option<String>>,
    #[crd(int_or_string)]
    pub unreadable: u16,
    #[crd(int_or_string)]
    pub already: Option<IntOrString>,
    #[crd(selectable)]
    #[serde(rename = "example.com/class")]
    pub no_selector: String,
    #[crd(immutable)]
    #[serde(rename = "2nd")]
    pub no_rule: String,
    #[crd(immutable)]
    #[serde(flatten)]
    pub flattened: Inner,
    #[crd(list(set))]
    #[serde(skip)]
    pub skipped: Vec<String>,
    #[crd(selectable)]
    #[serde(default, skip_deserializing)]
    pub not_read: String,
}

#[schema]
pub struct Inner {
    pub size: i32,
}

#[schema]
pub struct Name(#[crd(immutable)] String);

#[status]
pub struct MyAppStatus {
    #[crd(immutable)]
    pub phase: String,
    #[crd(column)]
    #[serde(skip_serializing)]
    pub never_written: String,
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
}

fn main() {}
