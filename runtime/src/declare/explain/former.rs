//! What earlier releases left, in an explanation.

use serde::{Deserialize, Serialize};

use super::ExplainedKind;
use crate::declare::Declaration;

/// What an operator takes over or takes away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ExplainedFormer {
    /// Kinds that were owned: what is left of them is deleted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owns: Vec<ExplainedKind>,
    /// Finalizers that are taken away.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub finalizers: Vec<String>,
    /// Field managers whose fields are taken over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub managers: Vec<String>,
}

impl ExplainedFormer {
    pub(super) fn of(declaration: &Declaration) -> Self {
        let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        Self {
            owns: declaration.formerly_owns.iter().map(|kind| kind().into()).collect(),
            finalizers: texts(declaration.former_finalizers),
            managers: texts(declaration.former_managers),
        }
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// One line for each.
    pub(super) fn lines(&self) -> Vec<String> {
        let owned = self.owns.iter().map(|kind| format!("{kind}: what is left is deleted"));
        let finalizers = self.finalizers.iter().map(|name| format!("finalizer {name}: taken away"));
        let managers =
            self.managers.iter().map(|name| format!("field manager {name}: its fields are taken over"));
        owned.chain(finalizers).chain(managers).collect()
    }
}
