//! A process that is told to stop in the midst of a pass.

use std::{path::Path, process::Stdio};

use kubewright::k8s::{apps::v1::Deployment, core::v1::Service};
use kubewright_tests::{
    World, eventually,
    faults::{Asked, Fault, Faults, Gate},
};
use myapp_operator::MyApp;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::{Child, ChildStderr, Command},
};

struct Process {
    child: Child,
    log: Lines<BufReader<ChildStderr>>,
}

impl Process {
    async fn start(world: &World, faults: &Faults, grace: &str) -> Self {
        let kubeconfig = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&kubeconfig, faults.kubeconfig().to_string()).unwrap();
        let mut process = Self::spawn(kubeconfig.path(), world.namespace.name(), grace);
        process.until("passes begin").await;
        process
    }

    fn spawn(kubeconfig: &Path, namespace: &str, grace: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_myapp-under-test"))
            .args(["run", "--namespaces", namespace, "--grace", grace, "--kubeconfig"])
            .arg(kubeconfig)
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let log = BufReader::new(child.stderr.take().unwrap()).lines();
        Self { child, log }
    }

    async fn until(&mut self, word: &str) {
        let mut seen = Vec::new();
        while let Some(line) = self.log.next_line().await.unwrap() {
            if line.contains(word) {
                return;
            }
            seen.push(line);
        }
        panic!("it ended without {word:?}: {seen:#?}");
    }

    fn terminate(&self) {
        let pid = Pid::from_raw(self.child.id().unwrap().cast_signed()).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
    }
}

/// Begins a pass of `app` that has made its children and waits with its status.
async fn held_at_its_status(world: &World, grace: &str) -> (Faults, Gate, Process) {
    let (faults, gate) = (Faults::before(&world.cluster).await, Gate::default());
    let hold = gate.clone();
    faults.play(move |asked: &Asked| (asked.subresource == "status").then(|| Fault::Held(hold.clone())));
    let process = Process::start(world, &faults, grace).await;
    let object = json!({"metadata": {"name": "app"}, "spec": {"image": "nginx:1.27"}});
    world.create_as::<MyApp>(object).await;
    eventually("its status waits", async || match faults.notes() {
        notes if notes.is_empty() => Err(()),
        _ => Ok(()),
    })
    .await;
    (faults, gate, process)
}

#[tokio::test]
async fn a_pass_between_child_and_status_ends_and_no_other_begins() {
    let Some(world) = World::of::<MyApp>("stop").await else { return };
    let (_faults, gate, mut process) = held_at_its_status(&world, "20").await;
    world.until::<Deployment>("app", "it is made", |_| true).await;
    world.until::<Service>("app", "it is made", |_| true).await;
    process.terminate();
    process.until("stopping").await;
    let late = json!({"metadata": {"name": "late"}, "spec": {"image": "nginx:1.27"}});
    world.create_as::<MyApp>(late).await;
    gate.open();
    assert_eq!(process.child.wait().await.unwrap().code(), Some(0));
    let app = world.read::<MyApp>("app").await.unwrap();
    assert_eq!(app["status"]["observedGeneration"], 1, "the pass has come to its end: {app}");
    let late = world.read::<MyApp>("late").await.unwrap();
    assert!(late["metadata"]["finalizers"].is_null(), "no new pass: {late}");
}

#[tokio::test]
async fn a_pass_that_does_not_end_in_time_is_told_by_the_exit_code() {
    let Some(world) = World::of::<MyApp>("stop-late").await else { return };
    let (_faults, _gate, mut process) = held_at_its_status(&world, "1").await;
    process.terminate();
    assert_eq!(process.child.wait().await.unwrap().code(), Some(3));
}
