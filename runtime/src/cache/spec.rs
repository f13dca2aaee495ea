//! What one cache holds.

use std::{collections::BTreeSet, fmt, sync::Arc};

use super::{Selector, store::Scope};
use crate::object::{ClusterId, Kind};

/// What one cache holds. Whoever asks for an equal one in the same process shares it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CacheSpec {
    /// Cluster that the registry's client speaks to. It becomes part of every key.
    pub cluster: ClusterId,
    /// Kind of the objects.
    pub kind: Kind,
    /// Labels that they have.
    pub selector: Selector,
    /// Namespaces that they are in. Without meaning for cluster-scoped kinds.
    pub namespaces: Namespaces,
    /// Whether only their metadata are fetched and kept.
    pub metadata_only: bool,
    /// Label with the uid of an owner, by which objects that nobody controls are found as its own.
    pub owner_label: Option<Arc<str>>,
}

/// Which namespaces a cache covers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Namespaces {
    /// One watch across the cluster.
    #[default]
    All,
    /// One watch for each, which needs rights in these namespaces only.
    Named(BTreeSet<String>),
}

impl CacheSpec {
    /// All objects of a kind in the process's first cluster.
    pub fn all(kind: Kind) -> Self {
        Self {
            cluster: ClusterId::default(),
            kind,
            selector: Selector::everything(),
            namespaces: Namespaces::All,
            metadata_only: false,
            owner_label: None,
        }
    }

    /// Where its watches look.
    pub(super) fn scopes(&self) -> Vec<Scope> {
        match &self.namespaces {
            Namespaces::Named(names) if self.kind.namespaced => {
                names.iter().map(|name| Some(Arc::from(name.as_str()))).collect()
            }
            _ => vec![None],
        }
    }
}

impl fmt::Display for CacheSpec {
    /// The resource and what restricts it: `deployments.apps in a, b where app=web`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.metadata_only {
            f.write_str("metadata of ")?;
        }
        f.write_str(&self.kind.resource())?;
        match &self.namespaces {
            Namespaces::Named(names) if self.kind.namespaced => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                write!(f, " in {}", names.join(", "))?;
            }
            _ => {}
        }
        if !self.selector.is_everything() {
            write!(f, " where {}", self.selector)?;
        }
        Ok(())
    }
}
