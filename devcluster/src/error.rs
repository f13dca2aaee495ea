//! What can go wrong between asking for a control plane and using it.

use std::{io, path::PathBuf, sync::Arc, time::Duration};

/// Why there is no control plane, or why a request of this crate to it failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// None of the ways to a control plane is open. The text lists all of them, each with what was found.
    #[error("{0}")]
    NotFound(String),
    /// An environment variable names something that is not there or not readable as what it should be.
    #[error("{name}={value}: {reason}")]
    Setting {
        /// Name of the variable.
        name: &'static str,
        /// Its value.
        value: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Go could not build the control plane.
    #[error(
        "`{command}` failed ({status}); the end of its output:\n{output}\nOther ways to a control plane: \
         USE_EXISTING_CLUSTER=true, KUBEWRIGHT_DEVCLUSTER=<path>; KUBEWRIGHT_SKIP_CLUSTER=1 skips the tests that need one"
    )]
    Build {
        /// The command that ran.
        command: String,
        /// How it ended.
        status: String,
        /// The last 30 lines that it printed.
        output: String,
    },
    /// The control plane ended, or did not get ready in time.
    #[error("the control plane did not start: {reason}; logs are in {}; the end of them:\n{output}", log.display())]
    Start {
        /// How it failed.
        reason: String,
        /// Where its logs are.
        log: PathBuf,
        /// The last lines that it printed.
        output: String,
    },
    /// Another process runs a control plane in this folder.
    #[error("another process runs a control plane in {}", dir.display())]
    Locked {
        /// The folder.
        dir: PathBuf,
    },
    /// Only a control plane that [`Cluster::start`](crate::Cluster::start) made can be stopped, killed or restarted.
    #[error(
        "this control plane is used by others too: only one made by Cluster::start can be stopped, killed or restarted"
    )]
    NotPrivate,
    /// A file or process operation failed.
    #[error("{what}: {source}")]
    Io {
        /// What was being done.
        what: String,
        /// The system's answer.
        source: io::Error,
    },
    /// The kubeconfig could not be read or used.
    #[error("kubeconfig: {0}")]
    Kubeconfig(#[source] Box<kube::config::KubeconfigError>),
    /// A kubeconfig is no YAML, or YAML of another shape. The parser's own words quote the lines around the fault,
    /// which may hold a token.
    #[error("the kubeconfig is not one: wrong YAML, or a member of the wrong type")]
    KubeconfigUnreadable,
    /// The API server refused a request, or could not be reached.
    #[error("{what}: {source}")]
    Api {
        /// What was being done.
        what: String,
        /// kube's error.
        source: Box<kube::Error>,
    },
    /// A CustomResourceDefinition was not usable: no name, names taken by another one, and so on.
    #[error("CustomResourceDefinition {name}: {reason}")]
    Crd {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Something did not become true in time.
    #[error("{what} did not happen within {after:?}")]
    Timeout {
        /// What was waited for.
        what: String,
        /// How long.
        after: Duration,
    },
    /// The audit log holds a line that is no audit event, or was cut while it was being read.
    #[error("audit log {}: {reason}", path.display())]
    Audit {
        /// The log file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The first caller in this process failed to get the shared control plane; the same answer for all others.
    #[error(transparent)]
    Shared(Arc<Error>),
}

impl From<Box<kube::config::KubeconfigError>> for Error {
    fn from(error: Box<kube::config::KubeconfigError>) -> Self {
        match *error {
            kube::config::KubeconfigError::Parse(_) => Self::KubeconfigUnreadable,
            _ => Self::Kubeconfig(error),
        }
    }
}

impl Error {
    /// An I/O error together with what was being done.
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Error {
        let what = what.into();
        move |source| Error::Io { what, source }
    }

    /// An answer of the API server together with what was being done.
    pub(crate) fn api(what: impl Into<String>) -> impl FnOnce(kube::Error) -> Error {
        let what = what.into();
        move |source| Error::Api { what, source: Box::new(source) }
    }
}
