//! What could get lost without a word, and is kept: the neighbours of rules in variants, rules of items, defaults of
//! closed lists and marks that depend on the platform.

use std::collections::BTreeMap;

use kubewright::{prelude::*, status::Status};

#[schema(rule(cel = "self.least <= self.most", message = "least is above most"))]
pub struct Range {
    pub least: i32,
    pub most: i32,
}

/// Each variant has a place of its own.
#[schema]
pub enum Size {
    Between(Range),
    Exactly(i32),
}

/// One variant is no choice.
#[schema]
#[serde(untagged)]
pub enum Only {
    Between(Range),
}

#[schema]
pub struct Bounds {
    #[crd(rule(cel = "self > 0", message = "must be above 0"))]
    pub least: i32,
}

/// Rules of fields stay with their fields.
#[schema]
#[serde(untagged)]
pub enum Either {
    Bounds(Bounds),
    Exactly(i32),
}

#[schema(rule(cel = "self.size >= oldSelf.size", message = "can only grow"))]
pub struct Volume {
    pub name: String,
    pub size: i32,
}

#[operator(group = "silent.example.com", version = "v1", status = SilentStatus)]
pub struct SilentSpec {
    pub size: Size,
    pub only: Only,
    pub either: Either,
    #[crd(list(map(name)))]
    pub volumes: Vec<Volume>,
    pub by_name: BTreeMap<String, Volume>,
    pub one: Volume,
    #[crd(default = "quick")]
    #[schemars(extend("enum" = ["slow", "quick"]))]
    pub speed: String,
}

#[status]
pub struct SilentStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<SilentCondition>,
    #[cfg(all(unix, windows))]
    #[status(last_update_time)]
    pub nowhere: Option<Time>,
}

#[status]
pub struct EverywhereStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<SilentCondition>,
    #[cfg(any(unix, windows))]
    #[cfg(not(all(unix, windows)))]
    #[status(last_update_time)]
    pub at: Option<Time>,
}

#[derive(ConditionType)]
pub enum SilentCondition {
    Ready,
}

impl Reconcile for Silent {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<SilentChildren, Self::Error> {
        Ok(SilentChildren {})
    }
}

#[test]
fn rules_are_where_they_can_hold() {
    let crd = kubewright::__private::serde_json::to_value(Silent::crd()).unwrap();
    let spec = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"];
    let rule = |at: &str| {
        let node = spec.pointer(at).unwrap_or_else(|| panic!("no {at} in {spec}"));
        node["x-kubernetes-validations"][0]["rule"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(rule("/size/properties/between"), "self.least <= self.most");
    assert_eq!(rule("/only"), "self.least <= self.most");
    for at in ["/volumes/items", "/byName/additionalProperties", "/one"] {
        assert_eq!(rule(at), "self.size >= oldSelf.size");
    }
}

#[test]
fn a_mark_is_there_where_its_field_is() {
    let at =
        |fields: Option<kubewright::status::StatusFields>| fields.and_then(|fields| fields.last_update_time);
    assert_eq!(at(SilentStatus::FIELDS), None);
    assert_eq!(at(EverywhereStatus::FIELDS), Some("at"));
}
