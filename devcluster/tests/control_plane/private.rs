//! A control plane of one's own: outages, and what is left of it.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
};

use crate::common::{Second, eventually, has_ended, is_child, tell};
use k8s_openapi::api::{
    authentication::v1::SelfSubjectReview,
    core::v1::{ConfigMap, ServiceAccount},
};
use kube::{
    Api, Client,
    api::{DeleteParams, PostParams},
    config::AuthInfo,
};
use kubewright_devcluster::{Cluster, Error, Filter, Options, skip, skip_requested};
use serde_json::json;

fn config_map(name: &str) -> ConfigMap {
    serde_json::from_value(json!({"metadata": {"name": name}, "data": {"a": "1"}})).unwrap()
}

#[tokio::test]
async fn objects_and_clients_outlive_a_kill_and_a_restart() {
    if skip_requested() {
        return skip("KUBEWRIGHT_SKIP_CLUSTER=1");
    }
    let options = Options { audit: true, emulated_version: Some("1.34".to_owned()), ..Options::default() };
    let cluster = Cluster::start(options).await.unwrap();
    assert_eq!(cluster.emulated_version(), Some("1.34"));
    let folder = cluster.kubeconfig().parent().unwrap().to_owned();
    let client = cluster.client("outage").await.unwrap();
    let version = http::Request::get("/version").body(Vec::new()).unwrap();
    let version: serde_json::Value = client.request(version).await.unwrap();
    assert_eq!(version["emulationMinor"], "34", "{version}");
    let namespace = cluster.namespace("outage").await.unwrap();
    let maps = Api::<ConfigMap>::namespaced(client.clone(), namespace.name());
    let uid = maps.create(&PostParams::default(), &config_map("kept")).await.unwrap().metadata.uid;
    assert!(uid.is_some());
    let with_token = holder_of_a_token(&cluster, namespace.name()).await;
    let name = name_of(&with_token).await;
    assert_eq!(name, format!("system:serviceaccount:{}:default", namespace.name()));

    cluster.kill().unwrap();
    assert!(maps.get("kept").await.is_err(), "nobody answers now");
    cluster.restart().await.unwrap();
    assert_eq!(maps.get("kept").await.unwrap().metadata.uid, uid, "the old client, the old object");
    assert_eq!(name_of(&with_token).await, name, "the old token");
    // From a running one, too.
    cluster.restart().await.unwrap();
    maps.delete("kept", &DeleteParams::default()).await.unwrap();

    let reader = cluster.audit().unwrap().reader().unwrap();
    reader.settle(&client).await.unwrap();
    maps.create(&PostParams::default(), &config_map("after")).await.unwrap();
    reader.settle(&client).await.unwrap();
    let writes = reader.writes(&Filter::agent("outage").namespace(namespace.name())).await.unwrap();
    assert_eq!(writes.iter().filter(|request| request.verb == "create").count(), 1, "{writes:#?}");

    cluster.stop().await.unwrap();
    assert!(has_ended(&folder) && folder.exists());
    cluster.stop().await.unwrap();
    drop(namespace);
    drop(cluster);
    // The namespace's own thread may be the last that lets it go.
    eventually("the temporary folder goes with it", async || !folder.exists()).await;
}

/// A client that has nothing but the token of a namespace's service account.
async fn holder_of_a_token(cluster: &Cluster, namespace: &str) -> Client {
    let accounts = Api::<ServiceAccount>::namespaced(cluster.client("outage").await.unwrap(), namespace);
    let request = serde_json::from_value(json!({"spec": {"audiences": []}})).unwrap();
    // A controller makes the account some time after the namespace.
    let mut token = None;
    eventually("the namespace has a service account", async || {
        let answer = accounts.create_token_request("default", &PostParams::default(), &request).await;
        token = answer.ok().and_then(|answer| answer.status);
        token.is_some()
    })
    .await;
    let token = token.unwrap().token;
    let mut config = cluster.config("outage").await.unwrap();
    config.auth_info = AuthInfo { token: Some(token.into()), ..AuthInfo::default() };
    Client::try_from(config).unwrap()
}

/// Who the server takes a client for.
async fn name_of(client: &Client) -> String {
    let reviews = Api::<SelfSubjectReview>::all(client.clone());
    let review = reviews.create(&PostParams::default(), &SelfSubjectReview::default()).await.unwrap();
    review.status.unwrap().user_info.unwrap().username.unwrap()
}

#[tokio::test]
async fn the_program_says_one_line_and_ends_in_order() {
    if skip_requested() {
        return skip("KUBEWRIGHT_SKIP_CLUSTER=1");
    }
    let dir = tempfile::tempdir_in("/tmp").unwrap();
    let mut command = Command::new(kubewright_devcluster::program().await.unwrap());
    command.args(["up", "--exit-on-stdin-eof", "--dir"]).arg(dir.path());
    let mut program = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
    let ready: serde_json::Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!(ready["pid"], program.id());
    let address = ready["server"].as_str().unwrap().strip_prefix("https://").unwrap().to_owned();
    assert!(answers(&address) && Path::new(ready["kubeconfig"].as_str().unwrap()).exists());

    let pid = rustix::process::Pid::from_raw(program.id().cast_signed()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert!(lines.next().is_none(), "one line is all");
    assert!(program.wait().unwrap().success());
    assert!(!answers(&address) && has_ended(dir.path()));
}

#[tokio::test]
async fn a_folder_has_one_control_plane_and_keeps_its_data() {
    if skip_requested() {
        return skip("KUBEWRIGHT_SKIP_CLUSTER=1");
    }
    let dir = tempfile::tempdir_in("/tmp").unwrap();
    let options = Options { dir: Some(dir.path().join("data")), ..Options::default() };
    let cluster = Cluster::start(options.clone()).await.unwrap();
    let maps = Api::<ConfigMap>::namespaced(cluster.client("test").await.unwrap(), "default");
    maps.create(&PostParams::default(), &config_map("kept")).await.unwrap();
    if cluster.has_controllers() {
        let second = Cluster::start(options.clone()).await;
        assert!(matches!(second, Err(Error::Locked { .. })), "{second:?}");
    }
    assert!(cluster.audit().is_none());
    cluster.stop().await.unwrap();
    drop(cluster);
    let again = Cluster::start(options).await.unwrap();
    let maps = Api::<ConfigMap>::namespaced(again.client("test").await.unwrap(), "default");
    maps.get("kept").await.unwrap();
    again.stop().await.unwrap();
}

#[tokio::test]
async fn a_killed_process_leaves_no_control_plane() {
    if is_child() {
        return tell(&Cluster::start(Options::default()).await.unwrap());
    }
    if skip_requested() {
        return skip("KUBEWRIGHT_SKIP_CLUSTER=1");
    }
    let tmp = tempfile::tempdir_in("/tmp").unwrap();
    let env = [("TMPDIR", tmp.path())];
    let second = Second::start("private::a_killed_process_leaves_no_control_plane", &env);
    let folder = second.folder.clone();
    let address = second.server.strip_prefix("https://").unwrap().to_owned();
    assert!(answers(&address) && folder.starts_with(tmp.path()));
    second.kill();
    eventually("it ends with its process", async || has_ended(&folder) && !answers(&address)).await;
    // Its folder is there until somebody starts the next one.
    assert!(Path::exists(&folder));
}

fn answers(address: &str) -> bool {
    std::net::TcpStream::connect(address).is_ok()
}
