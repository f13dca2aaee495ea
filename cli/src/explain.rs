//! What the operator's binary says of itself: `explain --format json`, a versioned format.

use std::{
    io,
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
};

use kube::api::ApiResource;
use serde::Deserialize;
use serde_json::Value;

use crate::child;

/// The version of the format that this program reads.
const FORMAT: u64 = 1;

/// An operator of the binary.
#[derive(Clone, Debug)]
pub(crate) struct Operator {
    /// Its name, which labels its children.
    pub(crate) name: String,
    /// The kind that it serves.
    pub(crate) resource: ApiResource,
    /// Whether objects of that kind live in namespaces.
    pub(crate) namespaced: bool,
    /// Kinds that it creates.
    pub(crate) owns: Vec<ApiResource>,
    /// The CustomResourceDefinition.
    pub(crate) crd: Value,
}

/// What an object is to an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// An object of the kind that it serves.
    Object,
    /// One that it creates.
    Child,
}

/// A kind that is watched.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    /// The kind.
    pub(crate) resource: ApiResource,
    /// What its objects are.
    pub(crate) role: Role,
    /// Which of them.
    pub(crate) labels: Option<String>,
}

/// Why the operators of a binary are not known.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExplainError {
    /// The binary could not be run.
    #[error("running {} explain", binary.display())]
    Run {
        /// The binary.
        binary: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It failed.
    #[error("`{} explain --format json` failed ({status}): {stderr}", binary.display())]
    Failed {
        /// The binary.
        binary: PathBuf,
        /// How it ended.
        status: ExitStatus,
        /// What it said.
        stderr: String,
    },
    /// Its answer is of a version that this program does not know.
    #[error(
        "the operator explains itself in format version {found}, this cargo-kubewright reads version {FORMAT}: \
         install the one that belongs to the operator's kubewright"
    )]
    Version {
        /// What it said.
        found: String,
    },
    /// Its answer is not what this version of the format says.
    #[error("the answer of `{} explain --format json` cannot be read", binary.display())]
    Answer {
        /// The binary.
        binary: PathBuf,
        /// Where and why.
        source: serde_json::Error,
    },
    /// It has no operator.
    #[error("{} has no operator", binary.display())]
    None {
        /// The binary.
        binary: PathBuf,
    },
}

impl Operator {
    /// The annotation that says how a sample is expected to be.
    pub(crate) fn expect_annotation(&self) -> String {
        format!("{}/expect", self.resource.group)
    }

    /// The kinds to watch for it, its own first.
    pub(crate) fn watched(&self) -> Vec<Watched> {
        let labels = format!("{}/operator={}", self.resource.group, self.name);
        let own = Watched { resource: self.resource.clone(), role: Role::Object, labels: None };
        let owned = self.owns.iter().map(|resource| Watched {
            resource: resource.clone(),
            role: Role::Child,
            labels: Some(labels.clone()),
        });
        std::iter::once(own).chain(owned).collect()
    }
}

/// Asks the binary for its operators.
pub(crate) async fn ask(binary: &Path) -> Result<Vec<Operator>, ExplainError> {
    let run = async || {
        let mut command = child::command(binary)?;
        command
            .args(["explain", "--format", "json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .output()
            .await
    };
    let output = run().await.map_err(|source| ExplainError::Run { binary: binary.to_owned(), source })?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(ExplainError::Failed { binary: binary.to_owned(), status: output.status, stderr });
    }
    read(binary, &output.stdout)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Explained {
    name: String,
    kind: Kind,
    owns: Vec<Owned>,
    crd: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kind {
    group: String,
    version: String,
    kind: String,
    plural: String,
    namespaced: bool,
}

#[derive(Deserialize)]
struct Owned {
    kind: Kind,
}

fn read(binary: &Path, answer: &[u8]) -> Result<Vec<Operator>, ExplainError> {
    let unreadable = |source| ExplainError::Answer { binary: binary.to_owned(), source };
    let list: Vec<Value> = serde_json::from_slice(answer).map_err(unreadable)?;
    if list.is_empty() {
        return Err(ExplainError::None { binary: binary.to_owned() });
    }
    let operator = |value: Value| {
        // The version comes first: what is of another one may look different everywhere else.
        if value["version"].as_u64() != Some(FORMAT) {
            return Err(ExplainError::Version { found: value["version"].to_string() });
        }
        serde_json::from_value(value).map(resolved).map_err(unreadable)
    };
    list.into_iter().map(operator).collect()
}

fn resolved(explained: Explained) -> Operator {
    let Explained { name, kind, owns, crd } = explained;
    let mut kinds: Vec<ApiResource> = Vec::new();
    for owned in owns {
        let resource = resource(owned.kind);
        // Two entries may be of one kind.
        if !kinds.contains(&resource) {
            kinds.push(resource);
        }
    }
    Operator { name, namespaced: kind.namespaced, resource: resource(kind), owns: kinds, crd }
}

fn resource(kind: Kind) -> ApiResource {
    let Kind { group, version, kind, plural, .. } = kind;
    let api_version = if group.is_empty() { version.clone() } else { format!("{group}/{version}") };
    ApiResource { group, version, api_version, kind, plural }
}

#[cfg(test)]
pub(crate) mod tests;
