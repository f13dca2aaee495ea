//! A run of the program, watched line by line.

use std::{
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Condvar, Mutex,
        mpsc::{Receiver, channel},
    },
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::toy;

/// Only turns a hang into a failure: the operator may have to be built first, while others build.
const LIMIT: Duration = Duration::from_secs(600);

/// `cargo-kubewright dev` in the toy's workspace.
pub(crate) struct Dev {
    child: Child,
    lines: Receiver<String>,
    /// All that came on standard output so far.
    seen: String,
    stderr: Arc<(Mutex<String>, Condvar)>,
    readers: Vec<thread::JoinHandle<()>>,
}

/// How it ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Dev {
    /// On a control plane of its own.
    pub(crate) fn private(arguments: &[&str]) -> Self {
        let mut command = command(arguments);
        command.env_remove("USE_EXISTING_CLUSTER");
        Self::start(command)
    }

    /// On the cluster of this kubeconfig.
    pub(crate) fn existing(kubeconfig: &Path, arguments: &[&str]) -> Self {
        let mut command = command(arguments);
        command.env("USE_EXISTING_CLUSTER", "true").env("KUBECONFIG", kubeconfig);
        Self::start(command)
    }

    /// A command with pipes for its output.
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let (sender, lines) = channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let text = Arc::new((Mutex::new(String::new()), Condvar::new()));
        let into = text.clone();
        let lines_of_stdout = stdout.lines().map_while(Result::ok);
        let readers = vec![
            thread::spawn(move || lines_of_stdout.for_each(|line| drop(sender.send(line)))),
            thread::spawn(move || {
                for line in stderr.lines().map_while(Result::ok) {
                    *into.0.lock().unwrap() += &format!("{line}\n");
                    into.1.notify_all();
                }
            }),
        ];
        Self { child, lines, seen: String::new(), stderr: text, readers }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The next line on standard output that has this text in it.
    pub(crate) fn line(&mut self, text: &str) -> String {
        let end = Instant::now() + LIMIT;
        loop {
            let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) else {
                let stderr = self.stderr.0.lock().unwrap().clone();
                panic!("no line with {text:?} on standard output:\n{}\nstandard error:\n{stderr}", self.seen);
            };
            self.seen += &format!("{line}\n");
            if line.contains(text) {
                return line;
            }
        }
    }

    /// Waits until standard error has this text in it.
    pub(crate) fn note(&self, text: &str) {
        let (stderr, news) = &*self.stderr;
        let absent = |stderr: &mut String| !stderr.contains(text);
        let (stderr, waited) = news.wait_timeout_while(stderr.lock().unwrap(), LIMIT, absent).unwrap();
        assert!(!waited.timed_out(), "no {text:?} on standard error:\n{stderr}");
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_raw(self.child.id().cast_signed()).unwrap(), signal).unwrap();
    }

    /// Waits for the end.
    pub(crate) fn end(mut self) -> Ended {
        let code = self.child.wait().unwrap().code();
        for reader in self.readers.drain(..) {
            reader.join().unwrap();
        }
        let rest: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        let stderr = self.stderr.0.lock().unwrap().clone();
        Ended { code, stdout: self.seen + &rest, stderr }
    }
}

/// The program with these arguments of `dev`, in the toy's workspace and with a target folder of its own.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-kubewright"));
    command.args(["kubewright", "dev"]).args(arguments).current_dir(toy::workspace());
    command.env("CARGO_TARGET_DIR", toy::workspace().join("target"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Whether a control plane of one's own can be had here; says so when a test is skipped.
pub(crate) async fn can_be_private() -> bool {
    if kubewright_devcluster::skip_requested() {
        kubewright_devcluster::skip("KUBEWRIGHT_SKIP_CLUSTER=1");
        return false;
    }
    let program = kubewright_devcluster::program().await;
    if let Err(error) = &program {
        // Where the other tests run on something else, this one has nothing to run on.
        if std::env::var_os("USE_EXISTING_CLUSTER").is_none() {
            panic!("{error}");
        }
        kubewright_devcluster::skip("it needs a control plane of its own");
    }
    program.is_ok()
}

/// A client for the cluster whose kubeconfig the program has printed.
pub(crate) async fn client(export: &str) -> (std::path::PathBuf, kube::Client) {
    let path = Path::new(export.split_once("export KUBECONFIG=").unwrap().1).to_owned();
    let mut text = String::new();
    std::fs::File::open(&path).unwrap().read_to_string(&mut text).unwrap();
    let kubeconfig = kube::config::Kubeconfig::from_yaml(&text).unwrap();
    let config = kube::Config::from_custom_kubeconfig(kubeconfig, &Default::default()).await.unwrap();
    (path, kube::Client::try_from(config).unwrap())
}
