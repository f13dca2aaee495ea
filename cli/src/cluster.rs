//! The control plane that `dev` runs on.

use std::{env, io, time::Duration};

use kubewright_devcluster::{Cluster, Error, Options};

use crate::{
    child::{self, Group},
    out,
    stop::{Stop, Stopped},
    style::Style,
};

/// How long a start that is no longer wanted may take to come to an end.
const LIMIT: Duration = Duration::from_secs(15);

/// Why there is no control plane.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ClusterError {
    /// The user asked to stop meanwhile.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The child that builds it could not be run.
    #[error("building the control plane")]
    Run(#[from] io::Error),
    /// It could not be built. Why has been said.
    #[error("the control plane could not be built")]
    Build,
    /// It could not be found or started.
    #[error(transparent)]
    Start(#[from] Error),
}

/// Whether the cluster of the current kubeconfig is to be used.
pub(crate) fn is_existing() -> bool {
    env::var("USE_EXISTING_CLUSTER").is_ok_and(|value| value.eq_ignore_ascii_case("true"))
}

/// Finds, builds or starts it. It ends with the last clone of the result, unless it is an existing one.
pub(crate) async fn open(stop: &mut Stop) -> Result<Cluster, ClusterError> {
    if is_existing() {
        out::note("using the existing cluster of the current kubeconfig ...");
    } else {
        let mut build = Group::start(&mut child::control_plane_build()?)?;
        let status = stop.or(build.wait()).await??;
        if !status.success() && status.code() != Some(child::NOTHING_TO_BUILD.into()) {
            return Err(ClusterError::Build);
        }
        out::note("starting the control plane ...");
    }
    let mut start = Box::pin(Cluster::existing_or_start(Options::default()));
    let cluster = match stop.or(&mut start).await {
        Ok(cluster) => cluster?,
        Err(stopped) => {
            // One that is half started is waited for, so that its end and its folder's can be seen to.
            out::note("stopping the control plane ...");
            let _ = stop.or(tokio::time::timeout(LIMIT, start)).await;
            return Err(stopped.into());
        }
    };
    let ready = Style::stderr().strong(&format!("Kubernetes {}", cluster.version()));
    out::note(&format!("{ready} at {}", cluster.server()));
    if !cluster.has_controllers() {
        out::note(
            "no controllers run on envtest's binaries: a Deployment gets no pods, deleted owners keep children",
        );
    }
    Ok(cluster)
}
