//! The operator as a process of its own.

use std::{
    path::Path,
    process::{ExitStatus, Stdio},
};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use kube::config::Kubeconfig;
use kubewright_devcluster::Request;
use kubewright_tests::{World, line, said};
use myapp_operator::MyApp;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::{Child, ChildStderr, Command},
    task::JoinHandle,
};

use crate::lab::{is_ready, plain};

/// What the program calls itself.
const AGENT: &str = "myapp-operator/";

/// MyApp's program at work.
struct Process {
    child: Child,
    log: JoinHandle<Vec<String>>,
}

impl Process {
    /// Starts it on the test's namespace and waits until its passes begin.
    async fn start(world: &World) -> Self {
        Self::start_with(world, &[]).await
    }

    /// The same, with more in its environment.
    async fn start_with(world: &World, env: &[(&str, &Path)]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_myapp-under-test"))
            .envs(env.iter().copied())
            .arg("run")
            .arg("--kubeconfig")
            .arg(world.cluster.kubeconfig())
            .args(["--namespaces", world.namespace.name()])
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut seen = Vec::new();
        loop {
            let line = lines.next_line().await.unwrap();
            let Some(line) = line else { panic!("it ended before its passes began: {seen:#?}") };
            let begins = line.contains("passes begin");
            seen.push(line);
            if begins {
                return Self { child, log: tokio::spawn(rest(seen, lines)) };
            }
        }
    }

    /// Sends it a signal and waits for its end. Returns what it logged, too.
    async fn end(mut self, signal: Signal) -> (ExitStatus, Vec<String>) {
        let pid = Pid::from_raw(self.child.id().unwrap().cast_signed()).unwrap();
        kill_process(pid, signal).unwrap();
        let status = self.child.wait().await.unwrap();
        (status, self.log.await.unwrap())
    }
}

/// Reads on, so that the process never waits for a reader.
async fn rest(mut seen: Vec<String>, mut lines: Lines<BufReader<ChildStderr>>) -> Vec<String> {
    while let Some(line) = lines.next_line().await.unwrap() {
        seen.push(line);
    }
    seen
}

#[tokio::test]
async fn killed_and_started_anew_it_sends_nothing() {
    let Some(mut world) = World::of::<MyApp>("process").await else { return };
    let names = ["a", "b", "c", "d", "e"];
    let process = Process::start(&world).await;
    for name in names {
        world.make::<MyApp>(name, json!({"spec": plain()})).await;
    }
    for name in names {
        world.until::<MyApp>(name, "ready", is_ready).await;
    }
    process.end(Signal::KILL).await;

    world.mark().await;
    let process = Process::start(&world).await;
    // Its passes of the five begin before those of the sixth end: one that waits for its pods has several.
    world.make::<MyApp>("sixth", json!({"spec": plain()})).await;
    world.until::<MyApp>("sixth", "ready", is_ready).await;
    let (status, log) = process.end(Signal::TERM).await;
    assert_eq!(status.code(), Some(0), "{log:#?}");
    let bad = |line: &&String| line.contains("WARN") || line.contains("ERROR");
    assert_eq!(log.iter().find(bad), None, "{log:#?}");

    let requests = world.requests_of(AGENT).await;
    let of_five = |request: &&Request| names.contains(&&*request.name) && !request.is_list_or_watch();
    let sent: Vec<_> = requests.iter().filter(of_five).map(line).collect();
    assert_eq!(sent, [""; 0]);
    assert_eq!(requests.iter().filter(|request| request.is_single_read()).count(), 0);
    let mut lists: Vec<_> = requests.iter().filter(|r| r.is_list()).map(|r| &*r.resource).collect();
    lists.sort_unstable();
    assert_eq!(lists, ["configmaps", "deployments", "myapps", "services"]);
}

#[tokio::test]
async fn ended_in_the_midst_of_work_it_goes_on_where_it_was() {
    let Some(mut world) = World::of::<MyApp>("process-midst").await else { return };
    for (signal, first) in [(Signal::TERM, 0), (Signal::KILL, 20)] {
        let names: Vec<String> = (first..first + 20).map(|n| format!("app-{n}")).collect();
        world.mark().await;
        let process = Process::start(&world).await;
        for name in &names {
            world.make::<MyApp>(name, json!({"spec": plain()})).await;
        }
        // Some have their children by now, some have nothing.
        world.until::<MyApp>(&names[0], "a first word", |app| app["status"].is_object()).await;
        let (status, log) = process.end(signal).await;
        if signal == Signal::TERM {
            assert_eq!(status.code(), Some(0), "{log:#?}");
            assert!(!log.iter().any(|line| line.contains("WARN") || line.contains("ERROR")), "{log:#?}");
        }
        let process = Process::start(&world).await;
        for name in &names {
            world.until::<MyApp>(name, "ready", is_ready).await;
        }
        let (_, log) = process.end(Signal::TERM).await;
        let requests = world.requests_of(AGENT).await;
        for name in &names {
            for resource in ["deployments", "services"] {
                let made = |r: &&Request| r.resource == resource && r.name == *name && r.code == 201;
                assert!(requests.iter().filter(made).count() <= 1, "{resource} {name} is made once");
            }
        }
        // What was on its way when the process was killed may meet what the next one sends.
        let conflicts = requests.iter().filter(|request| request.code == 409).count();
        assert!(conflicts <= 3, "{conflicts} conflicts, {log:#?}");
    }
}

#[tokio::test]
async fn an_external_service_with_tls_answers_whoever_trusts_it() {
    let Some(world) = World::of::<MyApp>("process-tls").await else { return };
    // The API server is a service with TLS of its own, whose authority nobody else has heard of.
    let kubeconfig = Kubeconfig::read_from(world.cluster.kubeconfig()).unwrap();
    let authority = kubeconfig.clusters[0].cluster.as_ref().unwrap();
    let bundle = tempfile::NamedTempFile::new().unwrap();
    let pem = BASE64_STANDARD.decode(authority.certificate_authority_data.as_ref().unwrap()).unwrap();
    std::fs::write(&bundle, pem).unwrap();
    let url = format!("{}/version", world.cluster.server());
    let mut spec = plain();
    spec["externalService"] = json!({ "url": url });

    let trusting = Process::start_with(&world, &[("SSL_CERT_FILE", bundle.path())]).await;
    world.make::<MyApp>("app", json!({ "spec": spec })).await;
    world.until_said::<MyApp>("app", "Ready", "True/Available").await;
    trusting.end(Signal::TERM).await;

    let empty = tempfile::NamedTempFile::new().unwrap();
    let doubting = Process::start_with(&world, &[("SSL_CERT_FILE", empty.path())]).await;
    world.until::<MyApp>("app", "it trusts nobody", |app| said(app, "Ready").starts_with("False/")).await;
    doubting.end(Signal::TERM).await;
}
