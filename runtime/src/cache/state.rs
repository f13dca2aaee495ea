//! Whether a cache can be relied on, and what keeps it from that.

use std::{fmt, sync::Arc, time::Duration};

use crate::object::Kind;

/// Whether a cache can be relied on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The first lists are under way: nothing may be read as absent.
    Pending,
    /// Every watch has its list and is up, or comes up again.
    Synced,
    /// A watch cannot be had. What was there before stays readable.
    Failing {
        /// The last answer.
        error: WatchError,
        /// Whether every watch has had a complete list. If not, nothing may be read as absent.
        ever_synced: bool,
    },
}

/// Why a list or a watch failed. Holds no content of objects.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot {verb} {resource}{}: {problem}", self.place())]
pub struct WatchError {
    /// What was asked for.
    pub verb: Verb,
    /// Plural and group, as RBAC rules name them.
    pub resource: String,
    /// Namespace, `None` for the whole cluster.
    pub namespace: Option<Arc<str>>,
    /// What came of it.
    pub problem: Problem,
    /// How long the server asks to wait.
    pub retry_after: Option<Duration>,
}

/// The two requests of a cache, as RBAC verbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    /// Reading everything there is.
    List,
    /// Waiting for changes.
    Watch,
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The server does not serve the kind: its CRD or API service is not there (404).
    #[error("the cluster does not have this kind")]
    Absent,
    /// A right is missing (403).
    #[error("forbidden: {0}")]
    Forbidden(String),
    /// The version to go on from is too old (410). The cache lists anew by itself.
    #[error("the version to go on from is too old")]
    Expired,
    /// Any other refusal.
    #[error("the server answered {code}: {message}")]
    Refused {
        /// HTTP status code.
        code: u16,
        /// The server's words.
        message: String,
    },
    /// No answer, or one that broke off.
    #[error("{0}")]
    Unreachable(String),
    /// An answer that is not what was asked for.
    #[error("malformed answer: {0}")]
    Malformed(String),
}

impl WatchError {
    /// Whether waiting for the network does not help: somebody must grant a right or install a kind.
    pub fn is_definite(&self) -> bool {
        match self.problem {
            Problem::Absent | Problem::Forbidden(_) => true,
            Problem::Refused { code, .. } => {
                (400..500).contains(&code) && !matches!(code, 401 | 408 | 409 | 429)
            }
            Problem::Expired | Problem::Unreachable(_) | Problem::Malformed(_) => false,
        }
    }

    /// Whether the server, or the way to it, was out of order.
    pub(super) fn is_outage(&self) -> bool {
        match self.problem {
            Problem::Unreachable(_) => true,
            Problem::Refused { code, .. } => code >= 500,
            _ => false,
        }
    }

    pub(super) fn new(verb: Verb, kind: &Kind, namespace: Option<&Arc<str>>, problem: Problem) -> Self {
        let namespace = namespace.cloned();
        Self { verb, resource: kind.resource(), namespace, problem, retry_after: None }
    }

    fn place(&self) -> String {
        self.namespace.as_ref().map_or_else(String::new, |namespace| format!(" in namespace {namespace}"))
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::List => "list",
            Self::Watch => "watch",
        })
    }
}

/// How one watch is doing.
#[derive(Clone, Debug, Default)]
pub(super) struct Health {
    pub(super) listed: bool,
    pub(super) failing: Option<WatchError>,
    /// Whether a failure was logged, so that its end is logged as well.
    pub(super) told: bool,
}

impl Health {
    /// Whether there is nothing to wait for at start-up.
    pub(super) fn is_settled(&self) -> bool {
        self.listed || self.failing.as_ref().is_some_and(WatchError::is_definite)
    }

    /// A list is complete. That says nothing about a watch that is refused.
    pub(super) fn list_done(&mut self) {
        self.listed = true;
        self.failing.take_if(|error| error.verb == Verb::List);
    }

    /// The server has accepted the watch. Says whether a failure is over by that.
    pub(super) fn watching(&mut self) -> bool {
        self.failing = None;
        std::mem::take(&mut self.told)
    }
}

/// The state of all watches of a cache together.
pub(super) fn summary<'a>(watches: impl Iterator<Item = &'a Health> + Clone) -> State {
    let ever_synced = watches.clone().all(|health| health.listed);
    match watches.clone().find_map(|health| health.failing.clone()) {
        Some(error) => State::Failing { error, ever_synced },
        None if ever_synced => State::Synced,
        None => State::Pending,
    }
}
