//! What others do to a child, each with the tool that they use: it costs a write where something of ours was changed, and
//! none where nothing was; and what is theirs survives.

use std::{process::Stdio, time::Duration};

use kubewright::{clock::ManualClock, k8s::apps::v1::Deployment};
use serde_json::{Value, json};
use tokio::{io::AsyncWriteExt, process::Command};

use crate::mirror::{Lab, Mirror, deployment};

const NAME: &str = "m-main";

/// Runs a shell line in which `kubectl` is the real one, in the test's namespace.
async fn run(lab: &Lab, line: &str, input: &str) {
    let namespace = lab.world.namespace.name();
    let line = line.replace("kubectl ", &format!("kubectl -n {namespace} "));
    let mut child = Command::new("sh")
        .args(["-c", &line])
        .env("KUBECONFIG", lab.world.cluster.kubeconfig())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).await.unwrap();
    let output = child.wait_with_output().await.unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
}

struct Row {
    /// What somebody runs.
    line: &'static str,
    /// What it reads.
    input: Value,
    /// How often we write.
    writes: usize,
    /// What is there afterwards.
    after: (&'static str, Value),
}

fn rows() -> Vec<Row> {
    let row =
        |line, writes, pointer, value| Row { line, input: Value::Null, writes, after: (pointer, value) };
    let reads = |line, input, writes, pointer, value| Row { line, input, writes, after: (pointer, value) };
    let body = |spec: Value, labels: Value| {
        let template = json!({"spec": {"containers": [spec]}});
        json!({
            "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": NAME, "labels": labels},
            "spec": {
                "selector": {"matchLabels": {"app": "x"}},
                "template": {"metadata": {"labels": {"app": "x"}}, "spec": template["spec"]},
            },
        })
    };
    let app = "/spec/template/spec/containers/0";
    let sidecar = r#"kubectl patch deployment m-main --type=json -p
        '[{"op": "add", "path": "/spec/template/spec/containers/-", "value": {"name": "side", "image": "side:1"}}]'"#;
    let relabel = r#"kubectl patch deployment m-main --type=json -p
        '[{"op": "remove", "path": "/metadata/labels/app.kubernetes.io~1managed-by"}]'"#;
    let forget = r#"kubectl patch deployment m-main --type=merge -p '{"metadata": {"managedFields": [{}]}}'"#;
    vec![
        row("kubectl label deployment m-main theirs=x", 0, "/metadata/labels/theirs", json!("x")),
        row("kubectl annotate deployment m-main theirs=x", 0, "/metadata/annotations/theirs", json!("x")),
        row("kubectl scale deployment m-main --replicas=1", 1, "/spec/replicas", json!(0)),
        row(
            "kubectl set image deployment m-main app=theirs:1",
            1,
            "/spec/template/spec/containers/0/image",
            json!("nginx:1.27"),
        ),
        row(
            "kubectl set env deployment m-main THEIRS=x",
            0,
            "/spec/template/spec/containers/0/env/0/name",
            json!("THEIRS"),
        ),
        row("kubectl rollout pause deployment m-main", 0, "/spec/paused", json!(true)),
        row("kubectl rollout resume deployment m-main", 0, "/spec/paused", Value::Null),
        row(
            "KUBE_EDITOR='sed -i s/minReadySeconds:.1/minReadySeconds:\\ 5/' kubectl edit deployment m-main",
            1,
            "/spec/minReadySeconds",
            json!(1),
        ),
        row(
            "KUBE_EDITOR='sed -i s/progressDeadlineSeconds:.600/progressDeadlineSeconds:\\ 300/' kubectl edit deployment m-main",
            0,
            "/spec/progressDeadlineSeconds",
            json!(300),
        ),
        row(sidecar, 0, "/spec/template/spec/containers/1/name", json!("side")),
        row(relabel, 1, "/metadata/labels/app.kubernetes.io~1managed-by", json!("mirror-operator")),
        reads(
            "kubectl apply -f -",
            body(
                json!({"name": "app", "image": "nginx:1.27", "workingDir": "/theirs"}),
                json!({"client": "side"}),
            ),
            0,
            "/metadata/labels/client",
            json!("side"),
        ),
        reads(
            "kubectl apply -f -",
            body(json!({"name": "app", "image": "theirs:2"}), json!({"client": "side"})),
            1,
            "/spec/template/spec/containers/0/image",
            json!("nginx:1.27"),
        ),
        reads(
            "kubectl apply --server-side --force-conflicts --field-manager=second-operator -f -",
            body(json!({"name": "app", "image": "nginx:1.27"}), json!({"server": "side"})),
            0,
            "/metadata/labels/server",
            json!("side"),
        ),
        reads(
            "kubectl apply --server-side --force-conflicts --field-manager=second-operator -f -",
            body(json!({"name": "app", "image": "theirs:3"}), json!({"server": "side"})),
            1,
            "/spec/template/spec/containers/0/image",
            json!("nginx:1.27"),
        ),
        row("kubectl rollout restart deployment m-main", 0, app, Value::Null),
        // The second one takes away what the server then says was there before.
        row(forget, 2, "/spec/template/spec/containers/1/name", json!("side")),
    ]
}

#[tokio::test]
async fn each_writer_costs_what_it_takes_from_us() {
    if !std::process::Command::new("kubectl")
        .arg("version")
        .arg("--client")
        .output()
        .is_ok_and(|o| o.status.success())
    {
        println!("skipped: there is no kubectl here");
        return;
    }
    // Time goes by between them: this is no contest.
    let clock = ManualClock::new();
    let Some(mut lab) = Lab::at("writers", clock.clone()).await else { return };
    lab.mirror(json!({"main": deployment(json!({"minReadySeconds": 1}))})).await;
    lab.world.until::<Deployment>(NAME, "created", |_| true).await;
    lab.world.until_said::<Mirror>("m", "Ready", "True/Available").await;
    lab.seen().await;
    for Row { line, input, writes, after: (pointer, value) } in rows() {
        clock.advance(Duration::from_secs(600));
        lab.seen().await;
        lab.world.mark().await;
        run(&lab, &line.replace('\n', " "), &input.to_string()).await;
        lab.seen().await;
        for n in 0..3 {
            lab.pass(n).await;
        }
        let sent = lab.sent().await;
        assert_eq!(sent, vec!["patch deployments m-main 200"; writes], "{line}");
        let found = lab.world.get::<Deployment>(NAME).await;
        if line.contains("restart") {
            let template = &found["spec"]["template"]["metadata"]["annotations"];
            assert!(template["kubectl.kubernetes.io/restartedAt"].is_string(), "{template}");
        } else {
            assert_eq!(found.pointer(pointer).cloned().unwrap_or_default(), value, "{line}: {found:#}");
        }
    }
    // All of theirs is still there at the end.
    let found = lab.world.get::<Deployment>(NAME).await;
    let theirs = ["/metadata/labels/theirs", "/metadata/annotations/theirs", "/metadata/labels/server"];
    for pointer in theirs {
        assert!(found.pointer(pointer).is_some(), "{pointer}: {found:#}");
    }
    assert!(lab.running.stop().await);
}
