//! A control plane of one's own: outages, and what is left of it.

use std::path::Path;

use crate::common::{Second, eventually, has_ended, is_child, tell};
use k8s_openapi::api::core::v1::ConfigMap;
use kube::{
    Api,
    api::{DeleteParams, PostParams},
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

    cluster.kill().unwrap();
    assert!(maps.get("kept").await.is_err(), "nobody answers now");
    cluster.restart().await.unwrap();
    assert_eq!(maps.get("kept").await.unwrap().metadata.uid, uid, "the old client, the old object");
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
