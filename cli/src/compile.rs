//! The operator's binary, built by cargo.

use std::{
    io,
    path::PathBuf,
    process::{ExitStatus, Stdio},
};

use serde::Deserialize;
use tokio::io::{AsyncBufReadExt, BufReader};

use crate::{cargo, child::Group, workspace::Package};

/// Why there is no binary.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CompileError {
    /// cargo could not be run.
    #[error("running cargo build")]
    Run(#[from] io::Error),
    /// The build failed. cargo has said why.
    #[error("package {package} does not build ({status})")]
    Build {
        /// The package.
        package: String,
        /// How cargo ended.
        status: ExitStatus,
    },
    /// cargo did not say where it put the binary.
    #[error("cargo build did not say where binary {binary} of package {package} is")]
    Nowhere {
        /// The package.
        package: String,
        /// Its binary.
        binary: String,
    },
}

/// One of cargo's messages, as far as it is read.
#[derive(Deserialize)]
struct Message {
    package_id: Option<String>,
    target: Option<Target>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

/// Builds the operator and gives the path of its binary. cargo's progress goes to standard error. Ends with the future.
pub(crate) async fn build(package: &Package) -> Result<PathBuf, CompileError> {
    let Package { name, binary, .. } = package;
    let mut command = cargo::command()?;
    command.args(["build", "--package", &package.id, "--bin", binary, "--message-format"]);
    command.arg("json-render-diagnostics").stdout(Stdio::piped());
    let mut build = Group::start(&mut command)?;
    let mut executable = None;
    if let (Some(stdout), _) = build.streams() {
        let mut lines = BufReader::new(stdout).lines();
        while let Some(line) = lines.next_line().await? {
            executable = executable_in(&line, package).or(executable);
        }
    }
    let status = build.wait().await?;
    if !status.success() {
        return Err(CompileError::Build { package: name.clone(), status });
    }
    executable.ok_or_else(|| CompileError::Nowhere { package: name.clone(), binary: binary.clone() })
}

/// The path in a message on the package's binary. Build scripts may write lines that are no messages.
fn executable_in(line: &str, package: &Package) -> Option<PathBuf> {
    let message: Message = serde_json::from_str(line).ok()?;
    let same = message.package_id? == package.id && message.target?.name == package.binary;
    message.executable.filter(|_| same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_message_on_the_binary_has_its_path() {
        let (name, binary) = ("shop".to_owned(), "serve".to_owned());
        let package =
            Package { name, id: "path+file:///w/shop#0.1.0".to_owned(), folder: "/w/shop".into(), binary };
        let line = |id: &str, target: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","package_id":"{id}","target":{{"name":"{target}","kind":["bin"]}},"executable":"/t/debug/{target}"}}"#
            )
        };
        assert_eq!(executable_in(&line(&package.id, "serve"), &package), Some("/t/debug/serve".into()));
        assert_eq!(executable_in(&line(&package.id, "seed"), &package), None);
        assert_eq!(executable_in(&line("path+file:///w/other#0.1.0", "serve"), &package), None);
        assert_eq!(executable_in(r#"{"reason":"build-finished","success":true}"#, &package), None);
        assert_eq!(executable_in("cargo:warning=x", &package), None);
    }
}
