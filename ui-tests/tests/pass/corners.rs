//! Helpers of `#[crd(..)]` in corners: raw names, circles, other defaults, types in functions and in aliases.

use std::collections::BTreeMap;

use kubewright::{declare::problems, prelude::*};

/// Lists in a circle, with keys that are keywords.
#[operator(group = "example.com", version = "v1", status = CornerStatus)]
pub struct CornerSpec {
    /// Keys as keywords.
    #[crd(list(map(r#type, r#in)))]
    pub nodes: Vec<Node>,
    /// The same without `r#`.
    #[crd(list(map(type, in)))]
    pub bare: Option<Vec<Node>>,
    /// Under a name of the user's.
    #[crd(list(map(name)))]
    #[serde(default)]
    pub leaves: Leaves,
    /// Default of serde's.
    #[crd(int_or_string)]
    #[serde(default)]
    pub port: String,
    /// Left out where it is absent.
    #[crd(int_or_string)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// An enum with data.
    #[crd(preserve_unknown)]
    pub source: Option<Source>,
    /// Selected through what is flattened.
    #[serde(flatten)]
    pub flat: Flat,
    /// Values with lists in them.
    #[serde(default)]
    pub by_name: BTreeMap<String, Vec<Leaf>>,
}

/// A list of leaves.
pub type Leaves = Vec<Leaf>;

/// A node.
#[schema]
pub struct Node {
    /// One half of the key.
    pub r#type: String,
    /// The other.
    pub r#in: u16,
    /// Nodes below.
    #[crd(list(map(name)))]
    #[serde(default)]
    pub leaves: Leaves,
}

/// A leaf.
#[schema]
pub struct Leaf {
    /// Its name.
    #[crd(default = "leaf")]
    pub name: String,
    /// Up again.
    #[crd(list(map(type, in)))]
    #[serde(default)]
    pub nodes: Vec<Node>,
}

/// One of two.
#[schema]
pub enum Source {
    /// From git.
    Git {
        /// Where.
        url: String,
    },
    /// From elsewhere.
    Other(Flat),
}

/// What is flattened.
#[schema]
pub struct Flat {
    /// Objects are found by it.
    #[crd(selectable)]
    pub class: Option<String>,
}

/// What is known.
#[status]
pub struct CornerStatus {
    /// A number or a name.
    #[crd(int_or_string)]
    pub seen: Option<String>,
    /// The same, empty at first.
    #[crd(int_or_string)]
    pub port: String,
    /// Keys with defaults, which a status does not have.
    #[crd(list(map(name)))]
    pub leaves: Leaves,
    /// Generation that this status speaks of.
    pub observed_generation: Option<i64>,
    /// What is to be said.
    pub conditions: Conditions<CornerCondition>,
}

/// What is said.
#[derive(ConditionType, Clone, Copy, Debug)]
pub enum CornerCondition {
    /// It is there.
    Ready,
}

impl Reconcile for Corner {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<CornerChildren, Self::Error> {
        Ok(CornerChildren {})
    }
}

#[test]
fn corners_are_in_the_crd() {
    let crd = Corner::crd();
    assert_eq!(problems(&crd), []);
    let version = &crd.spec.versions[0];
    let selectable = version.selectable_fields.as_deref().unwrap_or_default();
    assert_eq!(selectable.len(), 1);
    assert_eq!(selectable[0].json_path, ".spec.class");
}

#[test]
fn a_field_is_read_as_text_wherever_it_stands() {
    use kubewright::__private::serde_json::{from_value, json};

    let status: CornerStatus = from_value(json!({ "seen": 1 })).unwrap();
    assert_eq!((status.seen.as_deref(), status.port.as_str()), (Some("1"), ""));
    let spec: CornerSpec = from_value(json!({ "nodes": [], "port": 80, "target": null })).unwrap();
    assert_eq!((spec.port.as_str(), spec.target), ("80", None));
    assert!(from_value::<CornerSpec>(json!({ "nodes": [], "port": null })).is_err());
}

#[test]
fn helpers_work_in_functions() {
    #[schema]
    struct Inner {
        #[crd(list(map(name)))]
        leaves: Vec<Leaf>,
        #[crd(default = 1, immutable)]
        size: i32,
    }

    let inner = Inner { leaves: Vec::new(), size: 1 };
    assert_eq!((inner.leaves.len(), inner.size), (0, 1));
}
