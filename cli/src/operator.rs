//! The operator as a child process: its log, its end.

use std::{
    cell::RefCell,
    collections::VecDeque,
    ffi::OsString,
    io,
    path::Path,
    process::{ExitStatus, Stdio},
    rc::Rc,
    time::Duration,
};

use rustix::process::Signal;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

use crate::{
    child::{self, Group},
    out,
    stop::Stop,
    style::Style,
};

/// How long it may take to end once it was asked to.
const DRAIN: Duration = Duration::from_secs(15);
/// How many of its last lines an error shows.
const SHOWN: usize = 20;

/// The running operator. Dropped, it is killed.
pub(crate) struct Operator {
    name: String,
    group: Group,
    log: Log,
    readers: tokio::task::JoinSet<()>,
}

/// The operator's log, as it comes in.
#[derive(Clone)]
struct Log {
    prefix: String,
    quiet: bool,
    last: Rc<RefCell<VecDeque<String>>>,
}

impl Operator {
    /// Starts `<binary> run`. Its log goes to standard error, each line with its name, unless `quiet`.
    pub(crate) fn start(
        name: &str,
        binary: &Path,
        kubeconfig: &Path,
        arguments: &[OsString],
        quiet: bool,
    ) -> io::Result<Self> {
        let mut command = child::command(binary)?;
        command.arg("run").arg("--kubeconfig").arg(kubeconfig).args(arguments);
        let mut group = Group::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()))?;
        let log = Log { prefix: format!("{name} |"), quiet, last: Rc::default() };
        let (stdout, stderr) = group.streams();
        let mut readers = tokio::task::JoinSet::new();
        if let Some(stdout) = stdout {
            readers.spawn_local(log.clone().read(stdout));
        }
        if let Some(stderr) = stderr {
            readers.spawn_local(log.clone().read(stderr));
        }
        Ok(Self { name: name.to_owned(), group, log, readers })
    }

    /// Waits for its end. May be dropped at any time.
    pub(crate) async fn ended(&mut self) -> io::Result<ExitStatus> {
        let status = self.group.wait().await?;
        // What it said last may still be in the pipe. A child of its own may hold the pipe open.
        let rest = async { while self.readers.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(Duration::from_secs(1), rest).await;
        Ok(status)
    }

    /// The end of its log, if it was not shown before.
    pub(crate) fn last_words(&self) -> String {
        if !self.log.quiet {
            return String::new();
        }
        let lines = self.log.last.borrow().iter().map(|line| format!("\n  {line}")).collect::<String>();
        if lines.is_empty() { lines } else { format!("\nthe end of the log of {}:{lines}", self.name) }
    }

    /// Asks it to end and waits until it has; kills it after a while, or when the user asks once more.
    pub(crate) async fn stop(mut self, stop: &mut Stop) {
        out::note(&format!("stopping {} ...", self.name));
        self.group.signal(Signal::TERM);
        let ended = stop.or(tokio::time::timeout(DRAIN, self.ended())).await;
        if !matches!(ended, Ok(Ok(_))) {
            out::note(&format!("killing {}", self.name));
            self.group.signal(Signal::KILL);
            let _ = self.group.wait().await;
        }
    }
}

impl Log {
    async fn read(self, stream: impl AsyncRead + Unpin) {
        let mut lines = BufReader::new(stream).split(b'\n');
        while let Ok(Some(line)) = lines.next_segment().await {
            self.take(String::from_utf8_lossy(&line).trim_end().to_owned());
        }
    }

    fn take(&self, line: String) {
        if !self.quiet {
            out::note(&format!("{} {line}", Style::stderr().dim(&self.prefix)));
        }
        let mut last = self.last.borrow_mut();
        if last.len() == SHOWN {
            last.pop_front();
        }
        last.push_back(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_keeps_its_last_lines_whatever_their_bytes() {
        let log = Log { prefix: "x |".to_owned(), quiet: true, last: Rc::default() };
        let text: Vec<u8> =
            (0..30).flat_map(|n| format!("line {n} \u{e9}\r\n").into_bytes()).chain([0xff]).collect();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(log.clone().read(text.as_slice()));
        let last = log.last.borrow();
        assert_eq!(
            (last.len(), last[0].as_str(), last[SHOWN - 1].as_str()),
            (SHOWN, "line 11 é", "\u{fffd}")
        );
    }
}
