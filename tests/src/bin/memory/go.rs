//! The part that is written in Go: `tests/bench/memory`.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
};

use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};

use crate::Failure;

/// Builds the program beside this one, and says where it is.
pub(crate) async fn build() -> Result<PathBuf, Failure> {
    let program = std::env::current_exe()?.with_file_name("memory-bench");
    let built =
        Command::new("go").args(["build", "-o"]).arg(&program).arg(".").current_dir(folder()).status();
    let status = built.await.map_err(|error| format!("Go cannot be run: {error}"))?;
    if !status.success() {
        return Err(format!("building tests/bench/memory ended with {status}").into());
    }
    Ok(program)
}

/// The server. It ends when this is dropped.
pub(crate) struct Server {
    _process: Child,
    address: String,
}

impl Server {
    /// Starts it with so many objects.
    pub(crate) async fn start(program: &Path, objects: u32) -> Result<Self, Failure> {
        let mut process = Command::new(program)
            .arg("server")
            .arg(objects.to_string())
            .arg(folder().join("deployment.json"))
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let stdout = process.stdout.take().ok_or("the server has no stdout")?;
        let address = BufReader::new(stdout).lines().next_line().await?.ok_or("the server ended at once")?;
        Ok(Self { _process: process, address })
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("bench/memory")
}
