//! How the operators of a process are doing: what a readiness probe has to say.

use std::fmt;

use crate::cache::WatchError;

/// How the operators of a process are doing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Health {
    /// What keeps operators from their work. An object that is at fault itself is none: its status says so.
    pub problems: Vec<Problem>,
    /// Events that were not written: too many at once, too many about one object, or not taken by the server.
    pub dropped_events: u64,
}

/// Something that keeps an operator from its work.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The first list of a kind is not complete yet.
    Unlisted {
        /// The operator's name.
        operator: &'static str,
        /// Plural and group, as `deployments.apps`.
        resource: String,
    },
    /// A kind cannot be listed or watched.
    Unwatched {
        /// The operator's name.
        operator: &'static str,
        /// Which request failed, and how.
        error: WatchError,
        /// Whether there is an earlier list to go on with. Without one, passes that need the kind wait.
        ever_synced: bool,
    },
    /// A request of a pass was refused for want of a right.
    MissingRight {
        /// The operator's name.
        operator: &'static str,
        /// Verb, resource with its subresource, and namespace: `create deployments.apps in namespace a`.
        right: String,
        /// How many objects need it.
        objects: usize,
    },
}

impl Health {
    /// Whether nothing keeps an operator from its work.
    pub fn is_ready(&self) -> bool {
        self.problems.is_empty()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlisted { operator, resource } => {
                write!(f, "{operator}: the first list of {resource} is not complete")
            }
            Self::Unwatched { operator, error, ever_synced: false } => write!(f, "{operator}: {error}"),
            Self::Unwatched { operator, error, ever_synced: true } => {
                write!(f, "{operator}: {error}; it goes on with what it knew before")
            }
            Self::MissingRight { operator, right, objects: 1 } => {
                write!(f, "{operator}: no right to {right}, which 1 object needs")
            }
            Self::MissingRight { operator, right, objects } => {
                write!(f, "{operator}: no right to {right}, which {objects} objects need")
            }
        }
    }
}
