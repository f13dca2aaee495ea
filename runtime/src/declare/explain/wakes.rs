//! What wakes an object besides its children and what it reads.

use serde::{Deserialize, Serialize};

use super::super::declaration::Declaration;

/// Which changes of an object run it, and what runs it from outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExplainedWakes {
    /// Parts of it whose changes run it: `generation`, `labels`, `annotations`, `status`.
    pub on: Vec<String>,
    /// Whether a function of the user's has to agree.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
    /// Functions that give keys from outside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
}

impl ExplainedWakes {
    pub(super) fn of(declaration: &Declaration) -> Self {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Self {
            on: owned(&declaration.on.names()),
            asked: declaration.when.is_some(),
            sources: owned(declaration.sources),
        }
    }

    /// The same for people.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![changes(&self.on, self.asked)];
        lines.extend(self.sources.iter().map(|source| format!("keys from {source}")));
        lines
    }
}

/// `changes of generation, labels, if a function agrees`.
pub(super) fn changes(on: &[String], asked: bool) -> String {
    format!("changes of {}{}", on.join(", "), if asked { ", if a function agrees" } else { "" })
}
