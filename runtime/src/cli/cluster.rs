//! Which cluster: options that all commands share which talk to one.

use std::path::PathBuf;

use clap::Args;
use kube::{
    Config,
    config::{KubeConfigOptions, Kubeconfig},
};

/// Which cluster to talk to.
#[derive(Args)]
pub(super) struct Cluster {
    /// Kubeconfig file [default: $KUBECONFIG, ~/.kube/config, or the pod's own account]
    #[arg(long, value_name = "FILE")]
    kubeconfig: Option<PathBuf>,
    /// Context of the kubeconfig [default: its current one]
    #[arg(long, value_name = "NAME")]
    context: Option<String>,
}

/// Why no cluster is known.
#[derive(Debug, thiserror::Error)]
pub(super) enum ClusterError {
    /// The kubeconfig cannot be used.
    #[error("kubeconfig {file}")]
    Kubeconfig {
        /// The file, or where files were looked for.
        file: String,
        /// What is wrong with it.
        #[source]
        source: kube::config::KubeconfigError,
    },
    /// There is neither a kubeconfig nor a pod around us.
    #[error("no cluster: give --kubeconfig FILE, set KUBECONFIG, or run inside of a cluster")]
    Infer(#[source] Box<kube::config::InferConfigError>),
}

impl Cluster {
    pub(super) async fn config(&self) -> Result<Config, ClusterError> {
        let options = KubeConfigOptions { context: self.context.clone(), ..Default::default() };
        let wrong = |file: String| move |source| ClusterError::Kubeconfig { file, source };
        match (&self.kubeconfig, &self.context) {
            (Some(file), _) => {
                let name = file.display().to_string();
                let read = Kubeconfig::read_from(file).map_err(wrong(name.clone()))?;
                Config::from_custom_kubeconfig(read, &options).await.map_err(wrong(name))
            }
            (None, Some(_)) => {
                Config::from_kubeconfig(&options).await.map_err(wrong("of the environment".to_owned()))
            }
            (None, None) => Config::infer().await.map_err(|error| ClusterError::Infer(Box::new(error))),
        }
    }
}
