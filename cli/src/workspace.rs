//! The operator among the packages of the current workspace, as `cargo metadata` describes them.

use std::{
    env,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    process::Stdio,
};

use serde::Deserialize;

use crate::cargo;

/// The crate that an operator is written with.
const LIBRARY: &str = "kubewright";

/// A package with an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// How cargo's messages name it.
    pub(crate) id: String,
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// Its binary.
    pub(crate) binary: String,
}

/// Why no operator was found.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WorkspaceError {
    /// cargo could not be run.
    #[error("running {} metadata", cargo.display())]
    Run {
        /// Which cargo.
        cargo: OsString,
        /// Why not.
        source: io::Error,
    },
    /// cargo found no workspace, or one that is wrong.
    #[error("cargo metadata failed: {0}")]
    Cargo(String),
    /// The answer of cargo is of another form than this program knows.
    #[error("cargo metadata gave an answer that this program cannot read")]
    Answer(#[from] serde_json::Error),
    /// No package has an operator.
    #[error("no package of the workspace {} has a binary and depends on `{LIBRARY}`", root.display())]
    None {
        /// Folder of the workspace.
        root: PathBuf,
    },
    /// Several packages have one.
    #[error("several packages have an operator: {}; choose one with --package NAME", names.join(", "))]
    Several {
        /// Their names.
        names: Vec<String>,
    },
    /// The package that the user named has none, or is not there.
    #[error(
        "{name} is no package of this workspace with a binary that depends on `{LIBRARY}`{}",
        these(operators)
    )]
    NotAnOperator {
        /// What the user named.
        name: String,
        /// Packages that have one.
        operators: Vec<String>,
    },
    /// The package has several binaries.
    #[error("package {package} has several binaries: {}; choose one with --bin NAME", names.join(", "))]
    Binaries {
        /// The package.
        package: String,
        /// Its binaries.
        names: Vec<String>,
    },
    /// The package has no such binary.
    #[error("package {package} has no binary {name}; it has {}", names.join(", "))]
    NoBinary {
        /// The package.
        package: String,
        /// What the user named.
        name: String,
        /// Its binaries.
        names: Vec<String>,
    },
}

/// What the user chose.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Choice<'a> {
    /// `--package`
    pub(crate) package: Option<&'a str>,
    /// `--bin`
    pub(crate) binary: Option<&'a str>,
}

/// Finds the operator of the current workspace.
pub(crate) async fn find(choice: Choice<'_>) -> Result<Package, WorkspaceError> {
    let run = async || {
        let mut command = cargo::command()?;
        command.args(["metadata", "--format-version", "1", "--no-deps"]).stderr(Stdio::piped());
        command.output().await
    };
    let output = run().await.map_err(|source| WorkspaceError::Run { cargo: cargo::program(), source })?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(WorkspaceError::Cargo(text.trim().trim_start_matches("error: ").to_owned()));
    }
    let here = env::current_dir().unwrap_or_default();
    choose(&serde_json::from_slice(&output.stdout)?, &here, choice)
}

/// What is read of cargo's answer.
#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Member>,
    workspace_members: Vec<String>,
    workspace_root: PathBuf,
}

#[derive(Debug, Deserialize)]
struct Member {
    name: String,
    id: String,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
    targets: Vec<Target>,
    default_run: Option<String>,
    /// `[package.metadata]`
    #[serde(default)]
    metadata: serde_json::Value,
}

#[derive(Debug, Deserialize)]
struct Dependency {
    /// The package's own name, also when it is renamed.
    name: String,
    /// `None` for an ordinary one, else `dev` or `build`.
    kind: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

impl Member {
    fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(&self.manifest_path)
    }

    fn binaries(&self) -> Vec<&str> {
        let binaries = self.targets.iter().filter(|target| target.kind.iter().any(|kind| kind == "bin"));
        binaries.map(|target| target.name.as_str()).collect()
    }

    fn has_operator(&self) -> bool {
        let uses = |on: &Dependency| on.name == LIBRARY && on.kind.is_none();
        // A package of tests may need an operator's binary of its own, which nobody wants to develop.
        let is_meant = self.metadata["kubewright"]["dev"] != false;
        is_meant && self.dependencies.iter().any(uses) && !self.binaries().is_empty()
    }

    fn binary(&self, wanted: Option<&str>) -> Result<String, WorkspaceError> {
        let binaries = self.binaries();
        let names = || binaries.iter().map(ToString::to_string).collect();
        let has = |name: &str| binaries.contains(&name);
        match (wanted, self.default_run.as_deref(), binaries.as_slice()) {
            (Some(name), _, _) if !has(name) => Err(WorkspaceError::NoBinary {
                package: self.name.clone(),
                name: name.to_owned(),
                names: names(),
            }),
            (Some(name), _, _) | (None, Some(name), _) => Ok(name.to_owned()),
            (None, None, [only]) => Ok((*only).to_owned()),
            (None, None, _) if has(&self.name) => Ok(self.name.clone()),
            (None, None, _) => Err(WorkspaceError::Binaries { package: self.name.clone(), names: names() }),
        }
    }
}

fn choose(metadata: &Metadata, here: &Path, choice: Choice<'_>) -> Result<Package, WorkspaceError> {
    let members = metadata.packages.iter().filter(|package| metadata.workspace_members.contains(&package.id));
    let operators: Vec<_> = members.filter(|member| member.has_operator()).collect();
    let names = || operators.iter().map(|member| member.name.clone()).collect();
    // The innermost one, should one package's folder lie within another's.
    let around = operators.iter().filter(|member| here.starts_with(member.folder()));
    let around = around.max_by_key(|member| member.folder().components().count());
    let member = match (choice.package, operators.as_slice(), around) {
        (Some(name), _, _) => operators
            .iter()
            .find(|member| member.name == name)
            .ok_or_else(|| WorkspaceError::NotAnOperator { name: name.to_owned(), operators: names() })?,
        (None, [], _) => return Err(WorkspaceError::None { root: metadata.workspace_root.clone() }),
        (None, [only], _) | (None, _, Some(only)) => only,
        (None, _, None) => return Err(WorkspaceError::Several { names: names() }),
    };
    let binary = member.binary(choice.binary)?;
    Ok(Package {
        name: member.name.clone(),
        id: member.id.clone(),
        folder: member.folder().to_owned(),
        binary,
    })
}

fn these(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("; these are: {}", names.join(", ")) }
}

#[cfg(test)]
mod tests;
