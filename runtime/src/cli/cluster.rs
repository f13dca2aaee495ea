//! Which cluster: options that all commands share which talk to one.

use std::path::PathBuf;

use clap::Args;
use kube::{
    Config,
    config::{KubeConfigOptions, Kubeconfig, KubeconfigError},
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
        source: KubeconfigError,
    },
    /// The kubeconfig is no YAML, or YAML of another shape. The parser's own words quote the lines around the
    /// fault, which may hold a token.
    #[error("kubeconfig {file} is not one: wrong YAML, or a member of the wrong type")]
    Unreadable {
        /// The file, or where files were looked for.
        file: String,
    },
    /// There is neither a kubeconfig nor a pod around us.
    #[error("no cluster: give --kubeconfig FILE, set KUBECONFIG, or run inside of a cluster")]
    Infer(#[source] Box<kube::config::InferConfigError>),
}

impl ClusterError {
    fn of(file: String, source: KubeconfigError) -> Self {
        match source {
            KubeconfigError::Parse(_) => Self::Unreadable { file },
            source => Self::Kubeconfig { file, source },
        }
    }
}

impl Cluster {
    pub(super) async fn config(&self) -> Result<Config, ClusterError> {
        let options = KubeConfigOptions { context: self.context.clone(), ..Default::default() };
        let wrong = |file: String| move |source| ClusterError::of(file, source);
        match (&self.kubeconfig, &self.context) {
            (Some(file), _) => {
                let name = file.display().to_string();
                let read = Kubeconfig::read_from(file).map_err(wrong(name.clone()))?;
                Config::from_custom_kubeconfig(read, &options).await.map_err(wrong(name))
            }
            (None, Some(_)) => {
                Config::from_kubeconfig(&options).await.map_err(wrong("of the environment".to_owned()))
            }
            (None, None) => {
                if let Err(KubeconfigError::Parse(_)) = Kubeconfig::read() {
                    return Err(ClusterError::Unreadable { file: "of the environment".to_owned() });
                }
                Config::infer().await.map_err(|error| ClusterError::Infer(Box::new(error)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::text::chain;

    #[tokio::test]
    async fn a_broken_kubeconfig_is_named_and_not_quoted() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        writeln!(file, "users:\n- name: u\n  user:\n    token: s3cret\n    exec: notamap").unwrap();
        let cluster = Cluster { kubeconfig: Some(file.path().to_owned()), context: None };
        let error = chain(&cluster.config().await.unwrap_err());
        assert!(error.contains(&file.path().display().to_string()), "{error}");
        assert!(!error.contains("s3cret"), "{error}");
    }
}
