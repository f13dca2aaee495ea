//! An operator's program as a process of its own, and what it costs by the kernel's account.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process};
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::{Child, ChildStderr, Command},
};

/// Ticks of `/proc/<pid>/stat` in a second: the same on every architecture, as part of the kernel's interface.
const USER_HZ: f64 = 100.0;

/// An operator at work. It is killed when this is dropped.
pub struct Program {
    child: Child,
    pid: Pid,
    lines: Arc<AtomicU64>,
}

/// What a process has used.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Memory that it holds now, in bytes.
    pub rss: u64,
    /// The most that it ever held, in bytes.
    pub peak_rss: u64,
    /// Processor time, of user code and kernel together.
    pub cpu: Duration,
}

impl Program {
    /// Builds MyApp's program as the calling program was built, and says where it is.
    ///
    /// # Errors
    /// When cargo cannot be run or fails, with its own words on stderr.
    pub async fn build() -> io::Result<PathBuf> {
        let this = std::env::current_exe()?;
        let folder = this.parent().ok_or_else(|| io::Error::other("a program without a folder"))?;
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or("debug");
        let profile = if name == "debug" { "dev" } else { name };
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        let status = Command::new(cargo)
            .args(["build", "--quiet", "--package", "kubewright-tests", "--bin", "myapp-under-test"])
            .args(["--profile", profile])
            .status()
            .await?;
        if !status.success() {
            return Err(io::Error::other(format!("building the operator ended with {status}")));
        }
        Ok(folder.join("myapp-under-test"))
    }

    /// Starts a program and waits until its passes begin.
    ///
    /// # Errors
    /// When it cannot be started, or ends before that.
    pub async fn start(path: &Path, kubeconfig: &Path) -> io::Result<Self> {
        Self::start_with(path, kubeconfig, &[]).await
    }

    /// The same with more arguments.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub async fn start_with(path: &Path, kubeconfig: &Path, arguments: &[&str]) -> io::Result<Self> {
        let mut child = Command::new(path)
            .arg("run")
            .arg("--kubeconfig")
            .arg(kubeconfig)
            .args(arguments)
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let pid = child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        let (Some(pid), Some(stderr)) = (pid, child.stderr.take()) else {
            return Err(io::Error::other("the program ended at once"));
        };
        let mut log = BufReader::new(stderr).lines();
        let lines = Arc::new(AtomicU64::new(0));
        let mut seen = Vec::new();
        loop {
            let Some(line) = log.next_line().await? else {
                return Err(io::Error::other(format!("it ended before its passes began: {seen:#?}")));
            };
            let begins = line.contains("passes begin");
            seen.push(line);
            if begins {
                lines.store(seen.len() as u64, Ordering::Relaxed);
                tokio::spawn(count(log, lines.clone()));
                return Ok(Self { child, pid, lines });
            }
        }
    }

    /// How many lines it has logged.
    pub fn lines(&self) -> u64 {
        self.lines.load(Ordering::Relaxed)
    }

    /// What it has used up to now.
    ///
    /// # Errors
    /// When the kernel says nothing of it: it has ended, or this is not Linux.
    pub fn usage(&self) -> io::Result<Usage> {
        let pid = self.pid.as_raw_nonzero();
        let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
        let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
        let odd = || io::Error::other("the kernel's account of a process has another form than known");
        let kilobytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim_start_matches(':').trim().strip_suffix(" kB")?.parse::<u64>().ok()
        };
        // Behind the name in parentheses, which may hold anything: utime and stime are the fields 14 and 15 of all.
        let (_, rest) = stat.rsplit_once(')').ok_or_else(odd)?;
        let ticks = rest.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u32>().ok());
        Ok(Usage {
            rss: kilobytes("VmRSS").ok_or_else(odd)? * 1024,
            peak_rss: kilobytes("VmHWM").ok_or_else(odd)? * 1024,
            cpu: Duration::from_secs_f64(ticks.map(f64::from).sum::<f64>() / USER_HZ),
        })
    }

    /// Sends it a signal and waits for its end.
    ///
    /// # Errors
    /// When it has ended already.
    pub async fn end(mut self, signal: Signal) -> io::Result<ExitStatus> {
        kill_process(self.pid, signal)?;
        self.child.wait().await
    }
}

/// Reads on, so that the program never waits for a reader.
async fn count(mut log: Lines<BufReader<ChildStderr>>, lines: Arc<AtomicU64>) {
    while let Ok(Some(_)) = log.next_line().await {
        lines.fetch_add(1, Ordering::Relaxed);
    }
}
