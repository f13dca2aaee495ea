//! Why `dev` ended.

use std::{io, path::PathBuf, process::ExitStatus};

use crate::{
    apply::ApplyError, cluster::ClusterError, compile::CompileError, explain::ExplainError,
    samples::SampleError, stop::Stopped, workspace::WorkspaceError,
};

/// Why `dev` ended.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DevError {
    /// The user asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Signals, or the screen.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// No operator in the workspace.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// It does not build.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// It does not say what it is.
    #[error(transparent)]
    Explain(#[from] ExplainError),
    /// A sample is wrong.
    #[error(transparent)]
    Sample(#[from] SampleError),
    /// There is no folder with samples where the user said that there is one.
    #[error("there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    /// There is nothing to check.
    #[error("nothing to check: no sample of kind {kinds} in {}", folder.display())]
    NothingToCheck {
        /// The operators' kinds.
        kinds: String,
        /// Where samples were looked for.
        folder: PathBuf,
    },
    /// A sample was refused.
    #[error(transparent)]
    Apply(#[from] ApplyError),
    /// No control plane.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The control plane did not do what was asked.
    #[error(transparent)]
    ControlPlane(#[from] kubewright_devcluster::Error),
    /// The operator could not be started.
    #[error("starting {name}")]
    Start {
        /// The operator.
        name: String,
        /// Why not.
        source: io::Error,
    },
    /// The operator ended without being asked to.
    #[error("{name} ended by itself ({status}){last_words}")]
    Ended {
        /// The operator.
        name: String,
        /// How.
        status: ExitStatus,
        /// The end of its log, if it was not shown.
        last_words: String,
    },
    /// The samples are not as expected.
    #[error("not as expected after {seconds} s:\n  {}{last_words}", missing.join("\n  "))]
    Missing {
        /// How long was waited.
        seconds: u64,
        /// What is missing, by object.
        missing: Vec<String>,
        /// The end of the operator's log, if it was not shown.
        last_words: String,
    },
}
