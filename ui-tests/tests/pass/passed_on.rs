//! Attributes of the user's own below the macro are passed on, and doubled derives are merged: the neighbours
//! of `cases/derives` and `cases/serde`.

use kubewright::{declare::Described, prelude::*};

/// Every kind of attribute.
#[operator(group = "example.com", version = "v1")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(all(), derive(PartialOrd))]
#[schemars(extend("x-note" = "kept"))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(all(), serde(expecting = "a spec"))]
#[must_use]
pub struct PassedSpec {
    /// Renamed by serde.
    #[serde(rename = "size-of-it", alias = "size")]
    #[crd(column)]
    pub size: i32,
    /// Bounded by schemars.
    #[schemars(length(min = 1), inner(regex(pattern = "^[a-z]+$")))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Not in the JSON at all.
    #[serde(skip)]
    pub scratch: u8,
    /// Only where there are such things.
    #[cfg(windows)]
    #[crd(column, default = 1)]
    pub registry: i32,
    /// Its fields stand beside the others.
    #[serde(flatten)]
    pub more: More,
}

/// Flattened into its user.
#[schema]
#[derive(PartialEq, Eq, Hash, PartialOrd)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub struct More {
    /// In capitals.
    #[crd(column)]
    pub how_many: u8,
}

impl Reconcile for Passed {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<PassedChildren, Self::Error> {
        Ok(PassedChildren {})
    }
}

#[test]
fn serde_does_what_it_was_told() {
    let spec = r#"{ "size": 3, "HOW_MANY": 2 }"#;
    let spec: PassedSpec = kubewright::__private::serde_json::from_str(spec).unwrap();
    assert_eq!((spec.size, spec.more.how_many, spec.scratch), (3, 2, 0));
    let json = kubewright::__private::serde_json::to_string(&spec).unwrap();
    assert_eq!(json, r#"{"size-of-it":3,"HOW_MANY":2}"#);
}

#[test]
fn schemars_does_what_it_was_told() {
    let schema = kubewright::__private::schemars::schema_for!(PassedSpec).to_value();
    assert_eq!(schema["x-note"], "kept");
    assert_eq!(schema["properties"]["names"]["minLength"], kubewright::__private::serde_json::Value::Null);
    assert_eq!(schema["properties"]["names"]["minItems"], 1);
    assert_eq!(schema["properties"]["size-of-it"]["description"], "Renamed by serde.");
}

#[test]
fn paths_follow_serde() {
    let facts = format!("{:?}", PassedSpec::FACTS);
    assert!(facts.contains(r#"path: ".size-of-it""#), "{facts}");
    assert!(facts.contains(r#"path: ".HOW_MANY""#), "{facts}");
    assert!(!facts.contains("registry"), "{facts}");
}
