//! The control plane that all tests share.

use crate::common::{Second, eventually, has_ended, is_child, tell};
use k8s_openapi::api::core::v1::{ConfigMap, Namespace, ServiceAccount};
use kube::{
    Api,
    api::{DeleteParams, ListParams, Patch, PatchParams, PostParams, WatchParams},
};
use kubewright_devcluster::{Error, Filter, for_tests, program};
use serde_json::json;

fn config_map(name: &str) -> ConfigMap {
    serde_json::from_value(json!({"metadata": {"name": name}, "data": {"a": "1"}})).unwrap()
}

#[tokio::test]
async fn each_test_has_a_namespace_ready_for_use() {
    let Some(cluster) = for_tests().await else { return };
    let (one, two) = (cluster.namespace("each").await.unwrap(), cluster.namespace("each").await.unwrap());
    assert_ne!(one.name(), two.name());
    assert_eq!((one.name().len(), &one.name()[..5]), (13, "each-"));
    let client = cluster.client("test").await.unwrap();
    if cluster.has_controllers() {
        let accounts = Api::<ServiceAccount>::namespaced(client.clone(), one.name());
        assert!(accounts.get_opt("default").await.unwrap().is_some());
    }
    let namespaces = Api::<Namespace>::all(client);
    let goes = async |name: &str| {
        let namespace = namespaces.get_metadata_opt(name).await.unwrap();
        namespace.is_none_or(|namespace| namespace.metadata.deletion_timestamp.is_some())
    };
    let (deleted, dropped) = (one.name().to_owned(), two.name().to_owned());
    assert!(!goes(&deleted).await);
    one.delete().await.unwrap();
    assert!(goes(&deleted).await, "asked for when the call returns");
    drop(two);
    eventually("a dropped namespace goes", || goes(&dropped)).await;
}

#[tokio::test]
async fn the_audit_log_counts_each_request_once() {
    let Some(cluster) = for_tests().await else { return };
    let Some(audit) = cluster.audit() else {
        return kubewright_devcluster::skip("this cluster shows no audit log");
    };
    let namespace = cluster.namespace("audit").await.unwrap();
    // Another test run may count at the same time: the agent is this namespace's alone.
    let (client, watcher) =
        (cluster.client(&format!("audit-{namespace}")).await.unwrap(), "before".to_owned());
    let before = cluster.client(&format!("{watcher}-{namespace}")).await.unwrap();
    let other = cluster.client("other").await.unwrap();
    let maps = Api::<ConfigMap>::namespaced(client.clone(), namespace.name());

    // A watch that began before the reader, and ends while it reads.
    let early = Api::<ConfigMap>::namespaced(before, namespace.name());
    let watch = early.watch(&WatchParams::default().timeout(290), "0").await.unwrap();
    let mut reader = audit.reader().unwrap();
    reader.settle(&client).await.unwrap();
    reader.restart().unwrap();

    for name in ["a", "b"] {
        maps.create(&PostParams::default(), &config_map(name)).await.unwrap();
    }
    drop(watch);
    maps.get("a").await.unwrap();
    assert!(maps.get_opt("absent").await.unwrap().is_none());
    maps.list(&ListParams::default()).await.unwrap();
    let data = Patch::Merge(json!({"data": {"a": "2"}}));
    maps.patch("a", &PatchParams::default(), &data).await.unwrap();
    maps.patch("a", &PatchParams { dry_run: true, ..PatchParams::default() }, &data).await.unwrap();
    let watch = maps.watch(&WatchParams::default(), "0").await.unwrap();
    maps.delete("b", &DeleteParams::default()).await.unwrap();
    Api::<ConfigMap>::namespaced(other, namespace.name()).get("a").await.unwrap();
    reader.settle(&client).await.unwrap();

    let ours = Filter::agent(format!("audit-{namespace}")).namespace(namespace.name());
    let seen: Vec<_> = reader.requests(&ours).await.unwrap().iter().map(ToString::to_string).collect();
    let expected = [
        "create configmaps NS/a 201",
        "create configmaps NS/b 201",
        "get configmaps NS/a 200",
        "get configmaps NS/absent 404",
        "list configmaps NS 200",
        "patch configmaps NS/a 200",
        "patch configmaps NS/a 200",
        "watch configmaps NS 200",
        "delete configmaps NS/b 200",
    ];
    assert_eq!(seen, expected.map(|line| line.replace("NS", namespace.name())));
    assert_eq!(reader.writes(&ours).await.unwrap().len(), 4, "the dry run is none");
    assert_eq!(reader.single_reads(&ours).await.unwrap().len(), 2);
    drop(watch);
    let early = Filter::agent(format!("{watcher}-{namespace}"));
    assert_eq!(reader.requests(&early).await.unwrap(), []);
    let all = Filter::default().namespace(namespace.name());
    assert_eq!(reader.single_reads(&all).await.unwrap().len(), 3, "with the one of the other agent");
    namespace.delete().await.unwrap();
}

#[tokio::test]
async fn several_may_install_a_kind_at_once_and_find_it_served() {
    let Some(cluster) = for_tests().await else { return };
    let schema = json!({"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}});
    let version = |name: &str, storage: bool| json!({"name": name, "served": true, "storage": storage, "schema": schema});
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.launcher.example.com"},
        "spec": {
            "group": "launcher.example.com", "scope": "Cluster",
            "names": {"kind": "Widget", "plural": "widgets", "singular": "widget", "listKind": "WidgetList"},
            "versions": [version("v1", true), version("v1beta1", false)],
        },
    });
    let client = cluster.client("test").await.unwrap();
    let install = async || {
        cluster.install(std::slice::from_ref(&crd)).await.unwrap();
        for version in ["v1", "v1beta1"] {
            let list = http::Request::get(format!("/apis/launcher.example.com/{version}/widgets"));
            client.request_text(list.body(Vec::new()).unwrap()).await.unwrap();
        }
    };
    tokio::join!(install(), install(), install(), install());

    let mut taken = crd.clone();
    taken["metadata"]["name"] = json!("gadgets.launcher.example.com");
    taken["spec"]["names"]["plural"] = json!("gadgets");
    let error = cluster.install(&[taken]).await.unwrap_err().to_string();
    assert!(error.starts_with("CustomResourceDefinition gadgets.launcher.example.com: "), "{error}");
    let error =
        cluster.install(&[json!({"kind": "CustomResourceDefinition"})]).await.unwrap_err().to_string();
    assert_eq!(error, "CustomResourceDefinition ?: it has no metadata.name");
    let crds = Api::<kube::api::DynamicObject>::all_with(
        client.clone(),
        &kube::api::ApiResource::from_gvk(&kube::api::GroupVersionKind::gvk(
            "apiextensions.k8s.io",
            "v1",
            "CustomResourceDefinition",
        )),
    );
    for plural in ["gadgets", "widgets"] {
        crds.delete(&format!("{plural}.launcher.example.com"), &DeleteParams::default()).await.unwrap();
    }
}

#[tokio::test]
async fn an_existing_cluster_is_used_and_left_alone() {
    if is_child() {
        let cluster = for_tests().await.unwrap();
        assert!(cluster.version().starts_with("v1."), "{}", cluster.version());
        assert!(cluster.audit().is_none() && cluster.has_controllers());
        assert!(matches!(cluster.stop().await, Err(Error::NotPrivate)));
        assert!(matches!(cluster.kill(), Err(Error::NotPrivate)));
        cluster.namespace("existing").await.unwrap().delete().await.unwrap();
        return tell(&cluster);
    }
    let Some(cluster) = for_tests().await else { return };
    if !cluster.has_controllers_or_skip() {
        return;
    }
    let env = [("USE_EXISTING_CLUSTER", "true".as_ref()), ("KUBECONFIG", cluster.kubeconfig())];
    let second = Second::start("shared::an_existing_cluster_is_used_and_left_alone", &env);
    assert_eq!(second.server.trim_end_matches('/'), cluster.server().trim_end_matches('/'));
    second.kill();
    cluster.client("test").await.unwrap().apiserver_version().await.unwrap();
}

#[tokio::test]
async fn two_processes_share_one_which_ends_after_the_last_of_them() {
    let test = "shared::two_processes_share_one_which_ends_after_the_last_of_them";
    let Some(cluster) = (if is_child() { for_tests().await } else { None }) else {
        return first_of_two(test).await;
    };
    tell(&cluster);
}

async fn first_of_two(test: &str) {
    if kubewright_devcluster::skip_requested() {
        return kubewright_devcluster::skip("KUBEWRIGHT_SKIP_CLUSTER=1");
    }
    let binary = program().await.expect("this is a test of devcluster itself");
    // A state folder of its own, so that nobody else's cluster is met.
    let tmp = tempfile::tempdir_in("/tmp").unwrap();
    let env = [
        ("KUBEWRIGHT_DEVCLUSTER", binary.as_path()),
        ("TMPDIR", tmp.path()),
        ("KUBEWRIGHT_LINGER", "1s".as_ref()),
    ];
    let (one, two) = std::thread::scope(|scope| {
        let both = [(); 2].map(|()| scope.spawn(|| Second::start(test, &env)));
        let [one, two] = both.map(|thread| thread.join().unwrap());
        (one, two)
    });
    assert_eq!((&one.server, &one.folder), (&two.server, &two.folder), "started at once, they share one");
    let (server, folder) = (one.server.clone(), one.folder.clone());
    one.kill();
    // A third joins while only the second holds it.
    let three = Second::start(test, &env);
    two.kill();
    assert_eq!((&three.server, has_ended(&folder)), (&server, false));
    three.kill();
    eventually("it ends when all are gone", async || has_ended(&folder)).await;
    assert!(!folder.join("ready.json").exists());

    // Whoever comes then starts anew, in the same place and empty.
    std::fs::write(folder.join("left-behind"), "").unwrap();
    let four = Second::start(test, &env);
    assert_eq!((&four.folder, folder.join("left-behind").exists()), (&folder, false));
    four.kill();
    eventually("it ends when all are gone", async || has_ended(&folder)).await;
}
