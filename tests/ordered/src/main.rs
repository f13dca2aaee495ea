//! Prints the kitchen's CRD, as the golden file has it.

#[allow(dead_code, reason = "its fields are there to be described")]
#[path = "../../tests/crd/kitchen.rs"]
mod kitchen;

use kubewright::{
    declare::{crd, manifest, problems},
    prelude::*,
};
use schemars::{JsonSchema, schema_for};

/// A type of the user's own, described by an older schemars in the same module.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "its field is there to be described")]
struct Old {
    name: String,
}

/// An operator beside it, whose names mean kubewright's schemars.
#[operator(group = "old.kubewright.test", version = "v1", status = YoungStatus)]
pub struct YoungSpec {
    /// As in the kitchen.
    #[schemars(range(min = 0, max = 9))]
    pub size: i32,
}

/// Its status.
#[status]
pub struct YoungStatus {
    /// The generation that this speaks of.
    pub observed_generation: Option<i64>,
    /// What is said about the object.
    pub conditions: Conditions<YoungCondition>,
}

/// Its conditions.
#[derive(ConditionType)]
pub enum YoungCondition {
    /// All is well.
    Ready,
}

/// A failure that never is.
#[derive(Debug, Failure)]
#[failure(conditions = YoungCondition)]
pub enum Never {}

impl std::fmt::Display for Never {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl Reconcile for Young {
    type Error = Never;

    async fn desired(&self, _cx: &Context<Self>) -> Result<YoungChildren, Never> {
        Ok(YoungChildren {})
    }
}

fn main() -> Result<(), serde_json::Error> {
    // Proves that the features are on: otherwise the keys would be sorted.
    let keys: Vec<String> = serde_json::from_str::<serde_json::Map<_, _>>(r#"{"b":1,"a":2}"#)?
        .into_iter()
        .map(|(key, _): (String, serde_json::Value)| key)
        .collect();
    assert_eq!(keys, ["b", "a"]);
    assert!(schema_for!(Old).schema.object.is_some_and(|object| object.properties.contains_key("name")));
    let size = &serde_json::to_value(crd::<Young>())?["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]
        ["spec"]["properties"]["size"];
    assert_eq!(size["maximum"].as_f64(), Some(9.0));
    assert_eq!(problems(&crd::<kitchen::Kitchen>()), []);
    println!("{:#}", manifest(&crd::<kitchen::Kitchen>())?);
    Ok(())
}
