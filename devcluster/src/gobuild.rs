//! A built `devcluster`: from the cache, else by Go, once per version of sources and Go.

use std::{
    collections::VecDeque,
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use crate::{
    Error,
    dirs::cache_root,
    env::{Env, is_executable},
    key,
    progress::Progress,
    wait::{self, POLL},
};

/// Name of the built program.
pub(crate) const PROGRAM: &str = "devcluster";
/// How many of Go's last lines an error shows.
const SHOWN_LINES: usize = 30;

/// File in an entry of the cache whose age is the time since the entry's last use.
const USED: &str = "used";
/// How long an entry stays without being used.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// What the search for a built program found.
#[derive(Debug)]
pub(crate) enum Built {
    /// The program.
    At(PathBuf),
    /// There is none, and none can be built, for this reason.
    Absent(String),
}

/// The Go sources beside this crate, also when the crate comes from a registry.
pub(crate) fn own_sources() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/go"))
}

/// The program built from `sources`: out of the cache, else built now when Go is there.
///
/// Two processes that build at once: the second waits for the first and takes its result.
pub(crate) fn find(env: &Env, sources: &Path) -> Result<Built, Error> {
    if !sources.join("go.mod").is_file() {
        return Ok(Built::Absent(format!("no Go sources in {}", sources.display())));
    }
    let Some(cache) = cache_root(env) else {
        return Ok(Built::Absent(
            "neither XDG_CACHE_HOME nor HOME is set: no place for the build".to_owned(),
        ));
    };
    let hash = key::sources(sources).map_err(Error::io(format!("reading {}", sources.display())))?;
    let version = match go_version(env, sources) {
        Ok(version) => version,
        // A build by an earlier Go is as good as one by the Go that is not there now.
        Err(reason) => return Ok(any_version(&cache, &hash).map_or(Built::Absent(reason), Built::At)),
    };
    let entry = cache.join(key::entry(&hash, &version.text));
    let program = entry.join(PROGRAM);
    if is_executable(&program) {
        touch(&entry);
        return Ok(Built::At(program));
    }
    fs::create_dir_all(&entry).map_err(Error::io(format!("making {}", entry.display())))?;
    let waiting = "another process is building the control plane; waiting for it";
    let _lock = wait::lock(&entry.join("lock"), waiting)?;
    if !is_executable(&program) {
        build(&version.go, sources, &entry, &program)?;
        touch(&entry);
        prune(&cache);
    }
    Ok(Built::At(program))
}

struct GoVersion {
    go: PathBuf,
    text: String,
}

/// The Go that builds these sources. Asked in their folder, where `go.mod` may choose another toolchain.
fn go_version(env: &Env, sources: &Path) -> Result<GoVersion, String> {
    let go = env.which("go").ok_or("no go in PATH")?;
    let mut command = Command::new(&go);
    let output = command.arg("version").current_dir(sources).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{}: {error}", go.display()))?;
    if output.status.success() {
        return Ok(GoVersion { go, text: String::from_utf8_lossy(&output.stdout).trim().to_owned() });
    }
    let reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(format!("`{} version` failed: {reason}", go.display()))
}

fn any_version(cache: &Path, hash: &str) -> Option<PathBuf> {
    let prefix = format!("{hash}-");
    let entries = fs::read_dir(cache).ok()?.flatten();
    let ours =
        entries.filter(|entry| entry.file_name().to_str().is_some_and(|name| name.starts_with(&prefix)));
    ours.map(|entry| entry.path().join(PROGRAM)).find(|program| is_executable(program))
}

/// Notes that an entry is in use. Best effort: the cache may be read-only.
fn touch(entry: &Path) {
    let _ = fs::write(entry.join(USED), "");
}

/// Removes entries that nobody has used for long: each is about 140 MB, and each version of the sources makes one.
fn prune(cache: &Path) {
    let Ok(entries) = fs::read_dir(cache) else { return };
    for entry in entries.flatten() {
        let used = entry.path().join(USED).metadata().and_then(|data| data.modified());
        if used.is_ok_and(|used| used.elapsed().is_ok_and(|age| age > KEPT)) {
            // Best effort: two processes may prune at once.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn build(go: &Path, sources: &Path, entry: &Path, program: &Path) -> Result<(), Error> {
    // A killed build leaves the linker's half-written file. The caller holds the lock: nobody else writes it.
    let unfinished = entry.join("unfinished");
    let flags = fs::read_to_string(sources.join("ldflags")).unwrap_or_default();
    let cores = thread::available_parallelism().map_or(2, usize::from);
    let mut command = Command::new(go);
    command
        .args(["build", "-trimpath", "-p", &cores.to_string(), "-ldflags", flags.trim(), "-o"])
        .arg(&unfinished)
        .arg(".")
        .current_dir(sources)
        .env("CGO_ENABLED", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let shown = format!("CGO_ENABLED=0 {} build .", go.display());
    let mut child = command.spawn().map_err(Error::io(format!("running {}", go.display())))?;
    let stderr = child.stderr.take();
    let output = thread::spawn(move || stderr.map(last_lines).unwrap_or_default());
    let title =
        format!("building the control plane (once, about 5 minutes on 2 cores; this machine has {cores})");
    let mut progress = Progress::start(&title);
    let status = loop {
        if let Some(status) = child.try_wait().map_err(Error::io("waiting for go"))? {
            break status;
        }
        progress.tick();
        thread::sleep(POLL);
    };
    let output = output.join().unwrap_or_default();
    if !status.success() {
        return Err(Error::Build { command: shown, status: status.to_string(), output });
    }
    fs::rename(&unfinished, program).map_err(Error::io(format!("moving the build to {}", program.display())))
}

fn last_lines(stream: impl std::io::Read) -> String {
    let mut lines = VecDeque::with_capacity(SHOWN_LINES);
    for line in BufReader::new(stream).split(b'\n').map_while(Result::ok) {
        if lines.len() == SHOWN_LINES {
            lines.pop_front();
        }
        lines.push_back(String::from_utf8_lossy(&line).into_owned());
    }
    Vec::from(lines).join("\n")
}

#[cfg(test)]
mod tests;
