//! A machine that has envtest's binaries and nothing else.

use std::{os::unix::fs::symlink, path::Path, process::Command};

use crate::common::{Second, eventually, is_child, tell};
use k8s_openapi::api::core::v1::ConfigMap;
use kube::{Api, api::PostParams};
use kubewright_devcluster::{Cluster, Filter, Options, for_tests, program, skip, skip_requested};
use serde_json::json;

const TEST: &str = "envtest::etcd_and_an_api_server_are_enough_for_what_needs_no_controllers";

#[tokio::test]
async fn etcd_and_an_api_server_are_enough_for_what_needs_no_controllers() {
    if is_child() {
        return on_envtest().await;
    }
    if skip_requested() {
        return skip("KUBEWRIGHT_SKIP_CLUSTER=1");
    }
    let tmp = tempfile::tempdir_in("/tmp").unwrap();
    let made = Command::new(program().await.unwrap()).arg("assets").arg(tmp.path().join("assets")).status();
    assert!(made.unwrap().success());
    // No Go in this PATH, and no cache.
    let bin = tmp.path().join("bin");
    std::fs::create_dir(&bin).unwrap();
    for program in ["sh", "cat"] {
        symlink(Path::new("/bin").join(program), bin.join(program)).unwrap();
    }
    let (assets, cache) = (tmp.path().join("assets"), tmp.path().join("cache"));
    let none = Path::new("");
    let env: [(&str, &Path); 5] = [
        ("KUBEBUILDER_ASSETS", &assets),
        ("KUBEWRIGHT_DEVCLUSTER", none),
        ("PATH", &bin),
        ("XDG_CACHE_HOME", &cache),
        ("TMPDIR", tmp.path()),
    ];
    let second = Second::start(TEST, &env);
    let address = second.server.strip_prefix("https://").unwrap().to_owned();
    second.kill();
    eventually("it ends with its process", async || std::net::TcpStream::connect(&address).is_err()).await;
}

async fn on_envtest() {
    let cluster = for_tests().await.unwrap();
    assert!(!cluster.has_controllers() && !cluster.has_controllers_or_skip());
    let client = cluster.client("operator").await.unwrap();
    let reader = cluster.audit().unwrap().reader().unwrap();
    let namespace = cluster.namespace("envtest").await.unwrap();
    let map: ConfigMap = serde_json::from_value(json!({"metadata": {"name": "a"}})).unwrap();
    let maps = Api::namespaced(client.clone(), namespace.name());
    maps.create(&PostParams::default(), &map).await.unwrap();
    reader.settle(&client).await.unwrap();
    let writes = reader.writes(&Filter::agent("operator")).await.unwrap();
    assert_eq!(
        writes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [format!("create configmaps {namespace}/a 201")]
    );

    // One more, for outages.
    let own = Cluster::start(Options::default()).await.unwrap();
    assert_ne!(own.server(), cluster.server());
    let maps = Api::namespaced(own.client("operator").await.unwrap(), "default");
    maps.create(&PostParams::default(), &map).await.unwrap();
    own.kill().unwrap();
    assert!(maps.get("a").await.is_err());
    own.restart().await.unwrap();
    maps.get("a").await.unwrap();
    own.stop().await.unwrap();
    tell(&cluster);
}
