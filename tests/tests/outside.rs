//! A crate outside of this workspace whose only Kubernetes dependency is kubewright compiles, and the API server takes
//! its CRD.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "in a test a panic is how one says it")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

/// The folder that this workspace is built into.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned()
}

/// What cargo says of a crate outside, with the versions that this workspace has locked.
fn cargo(name: &str, command: &[&str], arguments: &[&str]) -> Vec<u8> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::copy(tests.join("../Cargo.lock"), tests.join(name).join("Cargo.lock")).unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    // The cargo that runs this test describes its package in the environment. Build scripts look there (that of ring
    // does), and would build everything above them again.
    let of_this_package = |name: &str| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_");
    for (name, _) in std::env::vars().filter(|(name, _)| of_this_package(name)) {
        cargo.env_remove(name);
    }
    let output = cargo
        .args(command)
        .args(["--quiet", "--manifest-path"])
        .arg(tests.join(name).join("Cargo.toml"))
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Runs the stranger's binary.
fn outside(arguments: &[&str]) -> Vec<u8> {
    let target = target();
    let target = ["--target-dir", target.to_str().unwrap(), "--"];
    // The feature is this package's too: kubewright is built with it already.
    cargo("outside", &["run", "--offline", "--features", "testing"], &[&target, arguments].concat())
}

/// This workspace chooses the version by a variable for its own builds; a stranger has the feature alone.
#[test]
fn the_feature_of_kubewright_chooses_the_version_of_the_api() {
    let tree = cargo("outside", &["tree", "--offline"], &["--edges", "features", "--invert", "k8s-openapi"]);
    let tree = String::from_utf8(tree).unwrap();
    let chosen = |version: &str| tree.contains(&format!("k8s-openapi feature \"{version}\""));
    assert!(chosen("v1_34") && !chosen("v1_35"), "{tree}");
}

/// What makes control planes is in no build that does not ask for it.
#[test]
fn only_the_feature_of_tests_brings_what_tests_need() {
    let tree = |features: &[&str]| {
        let tree =
            cargo("outside", &["tree", "--offline"], &[&["--edges", "normal,build"], features].concat());
        String::from_utf8(tree).unwrap()
    };
    assert!(!tree(&[]).contains("kubewright-devcluster"));
    assert!(tree(&["--features", "testing"]).contains("kubewright-devcluster"));
}

/// PITFALLS B06 and B13: a feature that another crate asks for changes the types of everybody, and an older major of
/// schemars is in the user's scope.
#[test]
fn a_crd_has_the_same_bytes_where_json_keeps_its_order() {
    let target = target();
    let made = cargo("ordered", &["run"], &["--target-dir", target.to_str().unwrap()]);
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/kitchen-crd.json");
    assert_eq!(String::from_utf8(made).unwrap(), fs::read_to_string(golden).unwrap());
}

#[tokio::test]
async fn a_crate_outside_of_the_workspace_makes_a_crd_that_the_server_takes() {
    let crd: Value = serde_json::from_slice(&outside(&["crd", "--format", "json"])).unwrap();
    assert_eq!(crd["metadata"]["name"], "libraries.outside.kubewright.test");
    let version = &crd["spec"]["versions"][0];
    assert_eq!(version["subresources"], json!({"status": {}}));
    let schema = &version["schema"]["openAPIV3Schema"]["properties"];
    assert_eq!(schema["spec"]["properties"]["port"]["default"], 80);
    assert_eq!(schema["status"]["properties"]["conditions"]["x-kubernetes-list-type"], "map");

    let Some(cluster) = kubewright_devcluster::for_tests().await else { return };
    cluster.install(&[crd]).await.unwrap();
}
