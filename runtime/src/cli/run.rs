//! `run`: the operators at work until they are told to stop.

use std::{io::IsTerminal, process::ExitCode, time::Duration};

use clap::Args;
use tracing::info;
use tracing_subscriber::EnvFilter;

use super::{Entry, Failure, cluster::Cluster, signals};
use crate::manager::Manager;

#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    cluster: Cluster,
    /// Serve these namespaces only [default: all]
    #[arg(long, value_name = "NAMESPACE", value_delimiter = ',', value_parser = namespace)]
    namespaces: Vec<String>,
    /// How long a stop waits for passes that run, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 25)]
    grace: u64,
    /// What to log, as in `info,kubewright=debug`
    #[arg(long, env = "RUST_LOG", value_name = "FILTER", default_value = "info,kube_client=off")]
    log: String,
}

pub(super) fn run(arguments: Arguments, operators: Vec<Entry>) -> Result<ExitCode, Failure> {
    let filter =
        EnvFilter::try_new(&arguments.log).map_err(|error| format!("--log {:?}: {error}", arguments.log))?;
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(colour)
        .try_init()?;
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(serve(arguments, operators))
}

async fn serve(arguments: Arguments, operators: Vec<Entry>) -> Result<ExitCode, Failure> {
    // Listened for before anything is started, so that an early signal is not lost.
    let mut signals = signals::Signals::new()?;
    let config = arguments.cluster.config().await?;
    info!(server = %config.cluster_url, "starting");
    let mut manager =
        Manager::new(config).namespaces(arguments.namespaces).grace(Duration::from_secs(arguments.grace));
    for entry in operators {
        manager = (entry.add)(manager);
    }
    let running = manager.start()?;
    let signal = signals.next().await;
    info!(signal, "stopping: passes that run may end");
    tokio::select! {
        drained = running.stop() => Ok(if drained { ExitCode::SUCCESS } else { ExitCode::from(3) }),
        signal = signals.next() => {
            info!(signal, "ending now");
            Ok(ExitCode::from(3))
        }
    }
}

/// A namespace is a DNS label (RFC 1123).
fn namespace(text: &str) -> Result<String, String> {
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if text.is_empty()
        || text.len() > 63
        || !text.chars().all(legal)
        || text.starts_with('-')
        || text.ends_with('-')
    {
        return Err("a namespace has 1 to 63 lower-case letters, digits and `-`, not at its ends".to_owned());
    }
    Ok(text.to_owned())
}
