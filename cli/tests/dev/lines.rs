//! What `dev` shows while things happen, and that nothing of it stays behind. On control planes of its own.

use k8s_openapi::api::{apps::v1::Deployment, core::v1::ConfigMap};
use kube::Resource;
use kube::{
    Api, Client,
    api::{DeleteParams, DynamicObject, ObjectMeta, Patch, PatchParams, PostParams},
};
use rustix::process::Signal;
use serde_json::json;

use crate::{
    processes::{assert_gone, descendants},
    run::{self, Dev},
    toy::{self, LABEL, report, samples, toys},
};

/// A child's metadata, as the operator would write it.
fn child(owner: &DynamicObject, name: &str) -> ObjectMeta {
    let kind = toy_resource();
    ObjectMeta {
        name: Some(name.to_owned()),
        labels: Some([(LABEL.to_owned(), "toy-operator".to_owned())].into()),
        owner_references: Some(vec![owner.controller_owner_ref(&kind).unwrap()]),
        ..ObjectMeta::default()
    }
}

fn toy_resource() -> kube::api::ApiResource {
    let kind = kube::api::GroupVersionKind::gvk("toys.example.org", "v1", "Toy");
    kube::api::ApiResource::from_gvk_with_plural(&kind, "toys")
}

fn deployment(metadata: ObjectMeta) -> Deployment {
    let labels = json!({"app": "a"});
    let spec = json!({
        "replicas": 1,
        "selector": {"matchLabels": labels},
        "template": {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "a", "image": "a"}]}},
    });
    Deployment { metadata, ..serde_json::from_value(json!({"metadata": {}, "spec": spec})).unwrap() }
}

#[tokio::test]
async fn every_change_is_a_line_and_ctrl_c_ends_all_of_it() {
    if !run::can_be_private().await {
        return;
    }
    let folder = samples(&[toy::toy("default", "a", None)]);
    let mut dev = Dev::private(&["--samples", folder.path().to_str().unwrap()]);
    let (kubeconfig, client) = run::client(&dev.line("export KUBECONFIG=")).await;
    dev.line("Toy default/a  created");
    dev.note("toy-operator | the toy operator runs");
    let toys = toys(&client, "default");
    let owner = toys.get("a").await.unwrap();

    report(&toys, "a", ["Ready", "False", "Waiting", "Deployment a: 0 of 1"]).await;
    dev.line("Toy default/a  Ready=False Waiting  Deployment a: 0 of 1");
    a_config_map_comes_and_changes(&client, &owner, &mut dev).await;
    let deployments: Api<Deployment> = Api::namespaced(client.clone(), "default");
    deployments.create(&PostParams::default(), &deployment(child(&owner, "a"))).await.unwrap();
    dev.line("  Deployment default/a  created");
    dev.line("  Deployment default/a  ready 1/1");
    report(&toys, "a", ["Ready", "True", "AllReady", ""]).await;
    dev.line("Toy default/a  Ready=True AllReady");
    // The same once more is no change: the next line is of the edit.
    report(&toys, "a", ["Ready", "True", "AllReady", ""]).await;
    let edit = json!({"metadata": {"labels": {"x": "y"}}, "spec": {"size": 2}});
    toys.patch("a", &PatchParams::default(), &Patch::Merge(edit)).await.unwrap();
    assert!(dev.line("Toy default/a").ends_with("Toy default/a  changed"));
    toys.delete("a", &DeleteParams::default()).await.unwrap();
    dev.line("Toy default/a  deleted");
    dev.line("  Deployment default/a  deleted");

    let processes = descendants(dev.pid());
    let names: Vec<_> = processes.iter().map(|process| process.name.as_str()).collect();
    assert!(names.contains(&"toy-operator") && names.contains(&"devcluster"), "{names:?}");
    dev.signal(Signal::INT);
    let ended = dev.end();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert_gone(&processes);
    assert!(!kubeconfig.exists(), "the cluster's folder is still there");
    assert!(!ended.stdout.contains("hunter") && !ended.stderr.contains("error"), "{ended:?}");
}

async fn a_config_map_comes_and_changes(client: &Client, owner: &DynamicObject, dev: &mut Dev) {
    let maps: Api<ConfigMap> = Api::namespaced(client.clone(), "default");
    let map = ConfigMap { metadata: child(owner, "a"), ..ConfigMap::default() };
    maps.create(&PostParams::default(), &map).await.unwrap();
    dev.line("  ConfigMap default/a  created");
    let data = json!({"data": {"key": "hunter2"}});
    maps.patch("a", &PatchParams::default(), &Patch::Merge(data)).await.unwrap();
    dev.line("  ConfigMap default/a  changed");
    // Not one of the operator's, so that nothing is said of it.
    let stranger = ConfigMap {
        metadata: ObjectMeta { name: Some("stranger".to_owned()), ..ObjectMeta::default() },
        ..ConfigMap::default()
    };
    maps.create(&PostParams::default(), &stranger).await.unwrap();
    maps.delete("a", &DeleteParams::default()).await.unwrap();
    assert!(dev.line("  ConfigMap").ends_with("default/a  deleted"));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn killed_it_leaves_nothing_behind_either() {
    if !run::can_be_private().await {
        return;
    }
    let mut dev = Dev::private(&["--no-samples"]);
    dev.line("export KUBECONFIG=");
    dev.note("toy-operator | the toy operator runs");
    let processes = descendants(dev.pid());
    assert!(processes.iter().any(|process| process.name == "toy-operator"), "{processes:?}");
    assert!(processes.iter().any(|process| process.name == "devcluster"), "{processes:?}");
    dev.signal(Signal::KILL);
    assert_gone(&processes);
    assert_eq!(dev.end().code, None);
}
