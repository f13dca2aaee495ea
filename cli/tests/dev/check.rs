//! `dev --check`, on the cluster that the tests share, as an existing one.

use kubewright_devcluster::{Cluster, Namespace, for_tests};

use crate::{
    run::{Dev, Ended},
    toy::{report, samples, toy, toys},
};

async fn world() -> Option<(Cluster, Namespace)> {
    let cluster = for_tests().await?;
    let namespace = cluster.namespace("dev").await.unwrap();
    Some((cluster, namespace))
}

fn config(namespace: &str) -> serde_json::Value {
    serde_json::json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c", "namespace": namespace}})
}

#[tokio::test]
async fn it_ends_when_every_sample_is_as_expected_and_prints_the_tree() {
    let Some((cluster, namespace)) = world().await else { return };
    let ns = namespace.name();
    let documents = [config(ns), toy(ns, "a", None), toy(ns, "b", Some("Invalid=True/TooBig"))];
    let folder = samples(&documents);
    let dev = Dev::existing(cluster.kubeconfig(), &["--check", "--samples", folder.path().to_str().unwrap()]);
    dev.note(&format!("Toy {ns}/b  created"));
    let toys = toys(&cluster.client("test").await.unwrap(), ns);
    report(&toys, "a", ["Ready", "True", "AllReady", "all is well"]).await;
    report(&toys, "b", ["Invalid", "True", "TooBig", "size must be <= 100"]).await;
    let Ended { code, stdout, stderr } = dev.end();
    assert_eq!(code, Some(0), "{stderr}");
    let expected = format!(
        "\
Toy {ns}/a  as expected: Ready=True
└─ Ready=True AllReady  all is well
Toy {ns}/b  as expected: Invalid=True/TooBig
└─ Invalid=True TooBig  size must be <= 100
2 samples are as expected
"
    );
    assert_eq!(stdout, expected);
    // Nothing of the operator's log where nothing failed, and the cluster lives on.
    assert!(!stderr.contains("the toy operator runs"), "{stderr}");
    toys.get("a").await.unwrap();
    namespace.delete().await.unwrap();
}

#[tokio::test]
async fn what_is_missing_in_the_end_is_named_with_the_end_of_the_operators_log() {
    let Some((cluster, namespace)) = world().await else { return };
    let ns = namespace.name();
    let folder = samples(&[toy(ns, "a", Some("Ready=True,Never=True"))]);
    let arguments = ["--check", "--timeout", "3", "--samples", folder.path().to_str().unwrap()];
    let dev = Dev::existing(cluster.kubeconfig(), &arguments);
    dev.note(&format!("Toy {ns}/a  created"));
    let toys = toys(&cluster.client("test").await.unwrap(), ns);
    report(&toys, "a", ["Ready", "True", "", ""]).await;
    let Ended { code, stdout, stderr } = dev.end();
    assert_eq!(code, Some(1), "{stderr}");
    let tree = format!("Toy {ns}/a  not as expected: Ready=True, Never=True\n└─ Ready=True\n");
    assert_eq!(stdout, tree);
    let missing = format!("Toy {ns}/a: expected Never=True, but there is no condition Never");
    assert!(stderr.contains("error: not as expected after 3 s:") && stderr.contains(&missing), "{stderr}");
    assert!(!stderr.contains("expected Ready=True, is"), "{stderr}");
    assert!(stderr.contains("the toy operator runs"), "{stderr}");
    namespace.delete().await.unwrap();
}

#[tokio::test]
async fn an_operator_that_ends_by_itself_ends_it_with_its_exit_code_and_last_words() {
    let Some((cluster, namespace)) = world().await else { return };
    let folder = samples(&[toy(namespace.name(), "a", None)]);
    let path = folder.path().to_str().unwrap();
    let dev = Dev::existing(cluster.kubeconfig(), &["--check", "--samples", path, "--", "--exit", "3"]);
    let Ended { code, stderr, .. } = dev.end();
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("error: toy-operator ended by itself (exit status: 3)"), "{stderr}");
    assert!(stderr.contains("\n  the toy operator gives up"), "{stderr}");
    namespace.delete().await.unwrap();
}

#[tokio::test]
async fn a_sample_that_the_server_refuses_names_file_document_and_field() {
    let Some((cluster, namespace)) = world().await else { return };
    let ns = namespace.name();
    let refused = async |change: &dyn Fn(&mut serde_json::Value)| {
        let mut sample = toy(ns, "a", None);
        change(&mut sample);
        let folder = samples(&[config(ns), sample]);
        let arguments = ["--quiet-operator", "--samples", folder.path().to_str().unwrap()];
        let Ended { code, stderr, .. } = Dev::existing(cluster.kubeconfig(), &arguments).end();
        assert_eq!(code, Some(1), "{stderr}");
        stderr
            .lines()
            .find(|line| line.starts_with("error: "))
            .unwrap_or_else(|| panic!("{stderr}"))
            .to_owned()
    };
    let small = refused(&|sample| sample["spec"]["size"] = (-1).into()).await;
    assert!(small.contains("1.yaml, document 1: Toy a: spec.size: "), "{small}");
    let unknown = refused(&|sample| sample["spec"]["siez"] = 1.into()).await;
    assert!(unknown.contains("1.yaml, document 1: Toy a: ") && unknown.contains(".spec.siez"), "{unknown}");
    let nowhere = refused(&|sample| sample["metadata"]["namespace"] = "nowhere".into()).await;
    assert!(nowhere.contains("namespaces \"nowhere\" not found"), "{nowhere}");
    let kind = refused(&|sample| sample["kind"] = "Tyo".into()).await;
    assert!(
        kind.contains("1.yaml, document 1: toys.example.org/v1 Tyo: the server has no such kind"),
        "{kind}"
    );
    namespace.delete().await.unwrap();
}
