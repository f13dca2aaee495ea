//! What an operator says of itself: `explain`, as text for people and as JSON for `cargo kubewright`.

mod former;
mod passes;
mod text;
mod wakes;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use self::{
    former::ExplainedFormer,
    passes::{ExplainedBackoff, ExplainedPasses, ExplainedRetryRate},
    wakes::ExplainedWakes,
};
use super::{
    crd::{crd, manifest},
    declaration::Declaration,
    entry::{Arity, OnImmutable},
};
use crate::{
    object::Kind,
    operator::Operator,
    status::{ConditionType, Status},
};

/// Version of the format. It grows when a field goes or changes its meaning; new fields leave it as it is.
pub const EXPLAIN_VERSION: u32 = 1;

/// An operator, explained. `explain --format json` prints a list of these, one for each operator of the binary.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// [`EXPLAIN_VERSION`]; read it before anything else.
    pub version: u32,
    /// Name of the operator: its field manager, and the value of its children's label.
    pub name: String,
    /// The kind that it serves.
    pub kind: ExplainedKind,
    /// What the kind is, in the words of its doc comment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The kinds that it creates.
    pub owns: Vec<ExplainedOwned>,
    /// The kinds whose changes run the objects that read them.
    pub watches: Vec<ExplainedWatched>,
    /// The kinds that it reads without being run by their changes.
    pub reads: Vec<ExplainedRead>,
    /// Condition types that it writes. Empty without a status.
    pub conditions: Vec<String>,
    /// The finalizer that its objects carry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finalizer: Option<String>,
    /// What earlier releases left, of which it takes leave.
    #[serde(default, skip_serializing_if = "ExplainedFormer::is_empty")]
    pub former: ExplainedFormer,
    /// Which webhook handlers it has: `validate`, `default`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub webhooks: Vec<String>,
    /// Which changes of an object run it, and what runs it from outside.
    pub wakes: ExplainedWakes,
    /// When passes run, and run again.
    pub passes: ExplainedPasses,
    /// The CustomResourceDefinition.
    pub crd: Value,
}

/// A kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExplainedKind {
    /// API group, empty for the core group.
    pub group: String,
    /// API version, such as `v1`.
    pub version: String,
    /// Kind, such as `Deployment`.
    pub kind: String,
    /// Plural as in URLs, such as `deployments`.
    pub plural: String,
    /// Whether its objects live in namespaces.
    pub namespaced: bool,
}

/// An entry of `owns(..)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExplainedOwned {
    /// Name of the entry.
    pub entry: String,
    /// Kind of the children.
    pub kind: ExplainedKind,
    /// How many children it stands for.
    pub arity: Arity,
    /// Name of a child that the builder does not name, `{name}` being the owner's. Absent where each is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub child_name: Option<String>,
    /// Entries whose children must be ready before one of this is created or changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<String>,
    /// Fields that keep their value when they are no longer sent, besides the replicas of a workload.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shared: Vec<String>,
    /// Whether a child whose change is refused for an immutable field is deleted and created anew: `recreate`, or
    /// `recreate(orphan)` where what it owns stays. Absent where it is reported.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub on_immutable: String,
    /// Whether its children outlive the owner and are never deleted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retain: bool,
    /// Whether an object that nobody controls is taken as the child of its name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adopt: bool,
    /// Whether the children are left out where the cluster does not have their kind.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub if_served: bool,
}

/// An entry of `watches(..)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExplainedWatched {
    /// Kind that is watched.
    pub kind: ExplainedKind,
    /// Whether a function of the user's says which objects run, rather than what they read.
    pub mapped: bool,
    /// Label selector of those that are watched. Absent if all are.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub labels: String,
    /// Whether only metadata are watched.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub metadata_only: bool,
    /// Parts whose changes count. Absent if all do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<String>,
    /// Whether a function of the user's says which changes count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
}

/// An entry of `reads(..)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExplainedRead {
    /// Kind that is read.
    pub kind: ExplainedKind,
    /// Whether it is read from the server each time rather than from a cache.
    pub live: bool,
}

impl From<Kind> for ExplainedKind {
    fn from(kind: Kind) -> Self {
        Self {
            group: kind.group.into_owned(),
            version: kind.version.into_owned(),
            kind: kind.kind.into_owned(),
            plural: kind.plural.into_owned(),
            namespaced: kind.namespaced,
        }
    }
}

/// Explains an operator.
///
/// # Errors
/// None in practice: a CRD always has a JSON form.
pub fn explain<O: Operator>() -> Result<Explanation, serde_json::Error> {
    let declaration = O::DECLARATION;
    let conditions = match O::Status::FIELDS {
        Some(_) => <O::Status as Status>::Condition::ALL,
        None => &[],
    };
    Ok(Explanation {
        version: EXPLAIN_VERSION,
        name: declaration.name.to_owned(),
        kind: declaration.primary().into(),
        description: declaration.description.to_owned(),
        owns: owns(&declaration),
        watches: declaration
            .watches
            .iter()
            .map(|watched| ExplainedWatched {
                kind: (watched.kind)().into(),
                mapped: watched.map.is_some(),
                labels: watched.labels.to_owned(),
                metadata_only: watched.metadata_only,
                on: watched.on.iter().flat_map(|on| on.names()).map(str::to_owned).collect(),
                asked: watched.when.is_some(),
            })
            .collect(),
        reads: declaration
            .reads
            .iter()
            .map(|read| ExplainedRead { kind: (read.kind)().into(), live: read.live })
            .collect(),
        conditions: conditions.iter().map(|&name| name.to_owned()).collect(),
        finalizer: declaration.finalizer.map(str::to_owned),
        former: ExplainedFormer::of(&declaration),
        webhooks: [("validate", declaration.webhook.validate), ("default", declaration.webhook.default)]
            .into_iter()
            .filter(|(_, there)| *there)
            .map(|(name, _)| name.to_owned())
            .collect(),
        wakes: ExplainedWakes::of(&declaration),
        passes: ExplainedPasses::of(&declaration),
        crd: manifest(&crd::<O>())?,
    })
}

fn owns(declaration: &Declaration) -> Vec<ExplainedOwned> {
    let child_name = |named: bool, arity, entry: &str| match arity {
        Arity::Many => None,
        _ if named => Some(format!("{{name}}-{entry}")),
        _ => Some("{name}".to_owned()),
    };
    declaration
        .owns
        .iter()
        .map(|owned| ExplainedOwned {
            entry: owned.entry.to_owned(),
            kind: (owned.kind)().into(),
            arity: owned.arity,
            child_name: child_name(owned.named, owned.arity, owned.entry),
            depends_on: owned
                .depends_on
                .iter()
                .filter_map(|entry| Some(declaration.owns.get(*entry)?.entry.to_owned()))
                .collect(),
            shared: owned.shared.iter().map(|&path| path.to_owned()).collect(),
            on_immutable: match owned.on_immutable {
                OnImmutable::Report => "",
                OnImmutable::Recreate => "recreate",
                OnImmutable::RecreateOrphan => "recreate(orphan)",
            }
            .to_owned(),
            retain: owned.retain,
            adopt: owned.adopt,
            if_served: owned.if_served,
        })
        .collect()
}
