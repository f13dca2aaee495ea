//! Child processes that cannot stay behind: each in a process group of its own, which ends with its handle, and on
//! Linux also when this process is killed.
//!
//! A child is started through this program itself (`__guard`), because a process can only ask for itself to be ended
//! with its parent; it then becomes the wanted program.

use std::{
    ffi::{OsStr, OsString},
    io,
    os::unix::process::CommandExt,
    process::{Command, ExitCode, ExitStatus, Stdio},
};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::out;

const GUARD: &str = "__guard";
const BUILD_CONTROL_PLANE: &str = "__build-control-plane";
/// Exit status of [`BUILD_CONTROL_PLANE`] where none can be built, which is no failure: there are other ways.
pub(crate) const NOTHING_TO_BUILD: u8 = 4;

/// Does what this program is asked for when it runs as a child of itself.
pub(crate) fn hidden(words: &[OsString]) -> Option<ExitCode> {
    match words {
        [_, word, parent, program, arguments @ ..] if word == GUARD => {
            Some(guard(parent, program, arguments))
        }
        [_, word] if word == BUILD_CONTROL_PLANE => Some(build_control_plane()),
        _ => None,
    }
}

/// A command that will run as a [`Group`].
pub(crate) fn command(program: impl AsRef<OsStr>) -> io::Result<tokio::process::Command> {
    let mut command = tokio::process::Command::new(std::env::current_exe()?);
    command.arg(GUARD).arg(std::process::id().to_string()).arg(program);
    // Ctrl-C in a terminal goes to the whole group in front: this process decides what ends, and when.
    command.process_group(0).stdin(Stdio::null()).kill_on_drop(true);
    Ok(command)
}

/// The command that builds the control plane where that is needed and possible. Building takes minutes, and as a
/// group it can be ended at once.
pub(crate) fn control_plane_build() -> io::Result<tokio::process::Command> {
    let mut build = command(std::env::current_exe()?)?;
    build.arg(BUILD_CONTROL_PLANE);
    Ok(build)
}

/// A running child with everything that it starts.
#[derive(Debug)]
pub(crate) struct Group {
    child: tokio::process::Child,
}

impl Group {
    /// Starts it. Call it on the main thread only.
    pub(crate) fn start(command: &mut tokio::process::Command) -> io::Result<Self> {
        Ok(Self { child: command.spawn()? })
    }

    /// Its standard output and standard error, as far as they are pipes and not taken yet.
    pub(crate) fn streams(
        &mut self,
    ) -> (Option<tokio::process::ChildStdout>, Option<tokio::process::ChildStderr>) {
        (self.child.stdout.take(), self.child.stderr.take())
    }

    /// Waits for its end. May be dropped and called again.
    pub(crate) async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Sends a signal to all of it, unless it has ended.
    pub(crate) fn signal(&self, signal: Signal) {
        // Not yet waited for, so the number is still this process and no other.
        let pid = self.child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        if let Some(pid) = pid {
            // Fails only when all of it has just ended.
            let _ = kill_process_group(pid, signal);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.signal(Signal::KILL);
    }
}

fn guard(parent: &OsStr, program: &OsStr, arguments: &[OsString]) -> ExitCode {
    if let Err(error) = die_with(parent) {
        out::note(&format!("error: tying {} to its parent: {error}", program.display()));
        return ExitCode::from(126);
    }
    // Returns only when it fails.
    let error = Command::new(program).args(arguments).exec();
    out::note(&format!("error: {}: {error}", program.display()));
    ExitCode::from(127)
}

/// Asks the kernel to end this process when its parent ends; holds across `exec`.
#[cfg(target_os = "linux")]
fn die_with(parent: &OsStr) -> io::Result<()> {
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    // The parent may have ended before the kernel was asked.
    let now = rustix::process::getppid().map(|pid| pid.as_raw_nonzero().to_string());
    match now {
        Some(now) if OsStr::new(&now) == parent => Ok(()),
        _ => Err(io::Error::other("it has ended")),
    }
}

/// Elsewhere a child outlives a parent that is killed by SIGKILL; every other end is handled by [`Group`].
#[cfg(not(target_os = "linux"))]
fn die_with(_parent: &OsStr) -> io::Result<()> {
    Ok(())
}

fn build_control_plane() -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_current_thread().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            out::note(&format!("error: {error}"));
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(kubewright_devcluster::program()) {
        Ok(_) => ExitCode::SUCCESS,
        Err(kubewright_devcluster::Error::NotFound(_)) => ExitCode::from(NOTHING_TO_BUILD),
        Err(error) => {
            out::note(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    #[test]
    fn ordinary_words_are_for_clap() {
        assert!(hidden(&words(&["cargo-kubewright", "dev"])).is_none());
        assert!(hidden(&words(&["cargo-kubewright"])).is_none());
    }
}
