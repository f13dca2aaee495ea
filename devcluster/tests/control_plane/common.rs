//! What the tests on a control plane have in common: a second process, and conditions that come true.

use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use kubewright_devcluster::Cluster;

const CHILD: &str = "KUBEWRIGHT_TEST_CHILD";
const SAYS: &str = "child says ";

/// Whether this process is the second one of a test.
pub(crate) fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

/// What the second process tells the first about its cluster; it then waits until it is killed or let go.
pub(crate) fn tell(cluster: &Cluster) {
    let folder = cluster.kubeconfig().parent().unwrap().display();
    println!("\n{SAYS}{} {folder}", cluster.server());
    std::io::copy(&mut std::io::stdin(), &mut std::io::sink()).unwrap();
}

/// A second process that runs the same test.
pub(crate) struct Second {
    child: Child,
    /// Server of its cluster.
    pub(crate) server: String,
    /// Folder of its cluster.
    pub(crate) folder: PathBuf,
}

impl Second {
    /// Starts it, with these changes to the environment, and waits until it has its cluster.
    pub(crate) fn start(test: &str, env: &[(&str, &Path)]) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args([test, "--exact", "--nocapture", "--test-threads=1"]).env(CHILD, "1");
        command.env_remove("USE_EXISTING_CLUSTER").envs(env.iter().copied());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let said = lines.map_while(Result::ok).find_map(|line| Some(line.strip_prefix(SAYS)?.to_owned()));
        let said = said.expect("the second process has no cluster: see above");
        let (server, folder) = said.split_once(' ').unwrap();
        Self { child, server: server.to_owned(), folder: folder.into() }
    }

    /// Ends it as `kill -9` does.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Whether the control plane in a folder has ended. A process may be gone and still be seen until somebody asks for
/// its status; its lock goes with its files.
pub(crate) fn has_ended(folder: &Path) -> bool {
    File::open(folder.join("lock")).map_or(true, |lock| lock.try_lock().is_ok())
}

/// Waits until something is true. The time limit only turns a hang into a failure.
pub(crate) async fn eventually(what: &str, mut check: impl AsyncFnMut() -> bool) {
    let start = Instant::now();
    while !check().await {
        assert!(start.elapsed() < Duration::from_secs(60), "still not so: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
