//! The command line.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, Parser, Subcommand};

/// Develop Kubernetes operators written with kubewright.
#[derive(Parser)]
#[command(name = "cargo kubewright", bin_name = "cargo kubewright", version, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run the workspace's operator on a real control plane, with its samples, and show what happens
    ///
    /// Builds the operator, starts a control plane, installs the CRDs, runs the operator, applies the samples, and prints
    /// a line for every change of an object, a child or a condition, until Ctrl-C, which ends all that was started.
    ///
    /// With USE_EXISTING_CLUSTER=true the cluster of the current kubeconfig is used instead, and never stopped.
    ///
    /// Exit codes: 0 ended by Ctrl-C, or all samples are as expected; 1 failed, or the operator ended by itself; 2 the
    /// command line is wrong.
    Dev(Dev),
}

/// The options of `dev`.
#[derive(Args)]
pub(crate) struct Dev {
    /// Package with the operator [default: that of this folder, else the only one of the workspace]
    #[arg(long, short, value_name = "NAME")]
    pub(crate) package: Option<String>,
    /// Binary of the package [default: the only one, or that with the package's name]
    #[arg(long, value_name = "NAME")]
    pub(crate) bin: Option<String>,
    /// Folder with the samples [default: config/samples in the package's folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) samples: Option<PathBuf>,
    /// Apply no samples
    #[arg(long, conflicts_with = "samples")]
    pub(crate) no_samples: bool,
    /// Wait until every sample is as its annotation `<group>/expect` says (default: Ready=True), print the tree, exit
    ///
    /// The annotation holds conditions, separated by commas: Ready=False, or with a reason
    /// Invalid=True/ReplicasExceedsLimit.
    #[arg(long, conflicts_with = "no_samples")]
    pub(crate) check: bool,
    /// How long --check waits, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120, requires = "check")]
    pub(crate) timeout: u64,
    /// Do not show the operator's log, as with --check; its end is shown after a failure
    #[arg(long)]
    pub(crate) quiet_operator: bool,
    /// Further arguments of the operator's `run`
    #[arg(last = true, value_name = "OPERATOR ARGUMENTS")]
    pub(crate) operator_arguments: Vec<OsString>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Dev, clap::Error> {
        let words = [&["cargo kubewright", "dev"], words].concat();
        Arguments::try_parse_from(words).map(|arguments| {
            let Command::Dev(dev) = arguments.command;
            dev
        })
    }

    #[test]
    fn the_timeout_is_two_minutes_and_belongs_to_check() {
        assert_eq!(parse(&["--check"]).unwrap().timeout, 120);
        assert_eq!(parse(&["--check", "--timeout", "5"]).unwrap().timeout, 5);
        assert_eq!(parse(&["--timeout", "5"]).err().unwrap().exit_code(), 2);
    }

    #[test]
    fn a_check_needs_samples() {
        let error = parse(&["--check", "--no-samples"]).err().unwrap();
        assert_eq!(error.exit_code(), 2);
        assert!(parse(&["--samples", "x", "--no-samples"]).is_err());
    }

    #[test]
    fn what_follows_two_dashes_is_for_the_operator() {
        let dev = parse(&["-p", "shop", "--", "--namespaces", "a"]).unwrap();
        assert_eq!(dev.package.as_deref(), Some("shop"));
        assert_eq!(dev.operator_arguments, ["--namespaces", "a"]);
    }
}
