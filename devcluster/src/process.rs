//! The `devcluster` process: its command line, when it is ready, how it ends.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use std::os::unix::process::CommandExt;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use serde::Deserialize;

use crate::{Error, wait};

/// Exit status of a `devcluster` whose folder another one holds.
const FOLDER_IS_LOCKED: i32 = 3;
/// How long an ordered stop may take. devcluster gives itself 10 s.
const STOP_LIMIT: Duration = Duration::from_secs(15);

/// What `devcluster up` is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Up {
    pub(crate) binary: PathBuf,
    pub(crate) dir: PathBuf,
    pub(crate) port: Option<u16>,
    pub(crate) audit: bool,
    pub(crate) emulated_version: Option<String>,
    pub(crate) nodes: u32,
    /// Shared ones live as long as somebody holds their socket, and this much longer (a Go duration).
    /// Others live as long as the process that started them.
    pub(crate) linger: Option<String>,
}

/// What `devcluster` writes when it is ready.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ready {
    pub(crate) kubeconfig: PathBuf,
    pub(crate) server: String,
    pub(crate) version: String,
    #[serde(default)]
    pub(crate) emulated_version: Option<String>,
    pub(crate) pid: u32,
    #[serde(default)]
    pub(crate) audit_log: Option<PathBuf>,
}

impl Ready {
    /// That of the control plane in a folder, if there is one that is ready.
    pub(crate) fn read(dir: &Path) -> Option<Self> {
        // Written at once by a rename: what can be read is complete.
        let ready: Self = serde_json::from_slice(&fs::read(dir.join("ready.json")).ok()?).ok()?;
        // What was not asked for is an empty text there.
        let audit_log = ready.audit_log.filter(|path| !path.as_os_str().is_empty());
        let emulated_version = ready.emulated_version.filter(|version| !version.is_empty());
        Some(Self { audit_log, emulated_version, ..ready })
    }
}

/// Starts a control plane and waits until it is ready.
pub(crate) fn up(request: &Up, limit: Duration) -> Result<(Child, Ready), Error> {
    let mut child = spawn(request)?;
    match wait_ready(&mut child, &request.dir, limit) {
        Ok(ready) => Ok((child, ready)),
        Err(error) => {
            end(&mut child, Signal::KILL)?;
            Err(error)
        }
    }
}

/// Ends a process and waits for its end: in order (`TERM`), or at once (`KILL`).
pub(crate) fn end(child: &mut Child, signal: Signal) -> Result<(), Error> {
    let what = || Error::io("ending the control plane");
    // The end of its standard input is the same request, and the one that also works without a signal.
    drop(child.stdin.take());
    if child.try_wait().map_err(what())?.is_none()
        && let Some(pid) = Pid::from_raw(child.id().cast_signed())
    {
        // Not yet waited for, so the number is still this process and no other. In order it ends its own children;
        // at once they must go with it, and they are in its group.
        let sent =
            if signal == Signal::KILL { kill_process_group(pid, signal) } else { kill_process(pid, signal) };
        sent.map_err(|error| what()(error.into()))?;
    }
    let ended = wait::until(STOP_LIMIT, || child.try_wait().map_err(what()))?;
    if ended.is_none() {
        child.kill().and_then(|()| child.wait()).map_err(what())?;
    }
    Ok(())
}

/// The last lines of a log file, for an error message.
pub(crate) fn tail(log: &Path) -> String {
    const SHOWN: usize = 30;
    let text = fs::read(log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let lines: Vec<_> = text.lines().collect();
    lines[lines.len().saturating_sub(SHOWN)..].join("\n")
}

fn spawn(request: &Up) -> Result<Child, Error> {
    let Up { binary, dir, port, audit, emulated_version, nodes, linger } = request;
    match fs::remove_file(dir.join("ready.json")) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(Error::io("removing ready.json")(error));
        }
        // What a killed one said there is not true of the one that starts now.
        _ => {}
    }
    let log = File::create(stderr_log(dir));
    let log = log.map_err(Error::io(format!("making {}", stderr_log(dir).display())))?;
    let mut command = Command::new(binary);
    command.arg("up").arg("--dir").arg(dir).args(["--nodes", &nodes.to_string()]);
    if let Some(port) = port {
        command.args(["--port", &port.to_string()]);
    }
    if *audit {
        command.arg("--audit-log").arg(dir.join("audit.log"));
    }
    if let Some(version) = emulated_version {
        command.args(["--emulated-version", version]);
    }
    match linger {
        // Its life does not hang on the process that happens to start it.
        Some(linger) => command.args(["--linger", linger]).stdin(Stdio::null()),
        None => command.arg("--exit-on-stdin-eof").stdin(Stdio::piped()),
    };
    // A group of its own: Ctrl-C in a terminal is for the tests, and must not reach a cluster that others use.
    command.stdout(Stdio::null()).stderr(log).process_group(0);
    command.spawn().map_err(Error::io(format!("running {}", binary.display())))
}

fn wait_ready(child: &mut Child, dir: &Path, limit: Duration) -> Result<Ready, Error> {
    let failed = |reason| Error::Start { reason, log: dir.join("log"), output: last_words(dir) };
    let ready = wait::until(limit, || {
        if let Some(ready) = Ready::read(dir).filter(|ready| ready.pid == child.id()) {
            return Ok(Some(ready));
        }
        match child.try_wait().map_err(Error::io("waiting for the control plane"))? {
            Some(status) if status.code() == Some(FOLDER_IS_LOCKED) => {
                Err(Error::Locked { dir: dir.to_owned() })
            }
            Some(status) => Err(failed(status.to_string())),
            None => Ok(None),
        }
    })?;
    ready.ok_or_else(|| failed(format!("not ready after {limit:?}")))
}

/// Why it failed: the message that it ends with, else the end of its log.
fn last_words(dir: &Path) -> String {
    let message = tail(&stderr_log(dir));
    if message.is_empty() { tail(&dir.join("log/devcluster.log")) } else { message }
}

fn stderr_log(dir: &Path) -> PathBuf {
    dir.join("stderr.log")
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// A `devcluster` that is a shell script.
    fn script(dir: &Path, lines: &str) -> Up {
        let binary = dir.join("devcluster");
        fs::write(&binary, format!("#!/bin/sh\ndir=$3\necho \"$@\" > $dir/args\n{lines}\n")).unwrap();
        fs::set_permissions(&binary, PermissionsExt::from_mode(0o755)).unwrap();
        let dir = dir.to_owned();
        Up { binary, dir, port: None, audit: false, emulated_version: None, nodes: 1, linger: None }
    }

    const READY: &str = r#"printf '{"kubeconfig":"/k","server":"https://127.0.0.1:1","version":"v1.37.2","pid":%s,
        "emulatedVersion":"1.37","readyMillis":1,"auditLog":""}' $$ > $dir/r; mv $dir/r $dir/ready.json"#;
    const LIMIT: Duration = Duration::from_secs(10);

    #[test]
    fn it_is_ready_when_its_own_ready_file_is_there() {
        let dir = tempfile::tempdir().unwrap();
        let mut request = script(dir.path(), &format!("{READY}; exec cat"));
        // That of a process that was killed.
        fs::write(dir.path().join("ready.json"), r#"{"kubeconfig":"/k","server":"","version":"","pid":1}"#)
            .unwrap();
        (request.port, request.audit, request.emulated_version) = (Some(7), true, Some("1.34".to_owned()));
        let (mut child, ready) = up(&request, LIMIT).unwrap();
        assert_eq!((ready.pid, ready.audit_log), (child.id(), None));
        let args = fs::read_to_string(dir.path().join("args")).unwrap();
        let path = dir.path().display();
        let expected = format!(
            "up --dir {path} --nodes 1 --port 7 --audit-log {path}/audit.log --emulated-version 1.34 --exit-on-stdin-eof\n"
        );
        assert_eq!(args, expected);
        end(&mut child, Signal::TERM).unwrap();
        assert!(child.try_wait().unwrap().is_some());
    }

    #[test]
    fn a_failed_start_shows_how_and_the_end_of_the_log() {
        let dir = tempfile::tempdir().unwrap();
        let request = script(dir.path(), "echo bind: address already in use >&2; exit 1");
        let error = up(&request, LIMIT).unwrap_err().to_string();
        assert!(error.contains("exit status: 1") && error.ends_with("address already in use"), "{error}");
    }

    #[test]
    fn a_held_folder_has_its_own_error() {
        let dir = tempfile::tempdir().unwrap();
        assert!(matches!(up(&script(dir.path(), "exit 3"), LIMIT), Err(Error::Locked { .. })));
    }

    #[test]
    fn one_that_never_gets_ready_is_ended() {
        let dir = tempfile::tempdir().unwrap();
        let request = script(dir.path(), "echo $$ > $dir/pid; exec cat");
        let started = || fs::read_to_string(dir.path().join("pid")).ok();
        let mut child = spawn(&request).unwrap();
        wait::until(LIMIT, || Ok(started().filter(|pid| !pid.is_empty()))).unwrap().unwrap();
        let error = wait_ready(&mut child, dir.path(), Duration::ZERO).unwrap_err().to_string();
        assert!(error.contains("not ready after 0ns"), "{error}");
        end(&mut child, Signal::KILL).unwrap();
        assert!(child.try_wait().unwrap().is_some());
    }
}
