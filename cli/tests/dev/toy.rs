//! A workspace with an operator for the kind `Toy`, which owns ConfigMaps and Deployments and does nothing by itself.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use kube::{
    Api, Client,
    api::{ApiResource, DynamicObject, GroupVersionKind, Patch, PatchParams},
};
use serde_json::{Value, json};

/// Group of the kind, which no other test of the repository installs.
const GROUP: &str = "toys.example.org";

/// Label of the operator's children.
pub(crate) const LABEL: &str = "toys.example.org/operator";

const MAIN: &str = r#"
fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words[0].as_str() {
        "explain" if words[1..] == ["--format", "json"] => print!("{}", include_str!("../explain.json")),
        "run" => {
            assert!(words[1] == "--kubeconfig" && std::path::Path::new(&words[2]).is_file());
            println!("the toy operator runs");
            if let Some(at) = words.iter().position(|word| word == "--exit") {
                eprintln!("the toy operator gives up");
                std::process::exit(words[at + 1].parse().unwrap());
            }
            loop {
                std::thread::park();
            }
        }
        other => panic!("{other}"),
    }
}
"#;

/// Folder of the workspace, made once in this process.
pub(crate) fn workspace() -> &'static Path {
    static WORKSPACE: OnceLock<PathBuf> = OnceLock::new();
    WORKSPACE.get_or_init(|| {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("toy");
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            // Equal files keep their times, and cargo then builds nothing.
            if fs::read_to_string(&path).ok().as_deref() != Some(text) {
                fs::write(path, text).unwrap();
            }
        };
        let package = |name: &str, rest: &str| {
            format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{rest}")
        };
        write("Cargo.toml", "[workspace]\nmembers = [\"kubewright\", \"toy\"]\nresolver = \"3\"\n");
        write("kubewright/Cargo.toml", &package("kubewright", ""));
        write("kubewright/src/lib.rs", "");
        let dependencies = "[dependencies]\nkubewright = { path = \"../kubewright\" }\n";
        write("toy/Cargo.toml", &package("toy-operator", dependencies));
        write("toy/src/main.rs", MAIN);
        write("toy/explain.json", &explain().to_string());
        root
    })
}

fn explain() -> Value {
    let kind = |group: &str, kind: &str, plural: &str| json!({"group": group, "version": "v1", "kind": kind, "plural": plural, "namespaced": true});
    json!([{
        "version": 1,
        "name": "toy-operator",
        "kind": kind(GROUP, "Toy", "toys"),
        "owns": [
            {"entry": "config", "kind": kind("", "ConfigMap", "configmaps"), "arity": "one"},
            {"entry": "deployment", "kind": kind("apps", "Deployment", "deployments"), "arity": "one"},
        ],
        "watches": [], "reads": [], "conditions": ["Ready"],
        "crd": {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": format!("toys.{GROUP}")},
            "spec": {
                "group": GROUP,
                "scope": "Namespaced",
                "names": {"kind": "Toy", "plural": "toys", "singular": "toy"},
                "versions": [{
                    "name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
                    "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                        "spec": {"type": "object", "properties": {
                            "size": {"type": "integer", "minimum": 0},
                            "colour": {"type": "string"},
                        }},
                        "status": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
                    }}},
                }],
            },
        },
    }])
}

/// A Toy for a sample file.
pub(crate) fn toy(namespace: &str, name: &str, expect: Option<&str>) -> Value {
    let mut toy = json!({
        "apiVersion": format!("{GROUP}/v1"), "kind": "Toy",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {"size": 1},
    });
    if let Some(expect) = expect {
        toy["metadata"]["annotations"] = json!({format!("{GROUP}/expect"): expect});
    }
    toy
}

/// A folder with these samples, a file for each.
pub(crate) fn samples(documents: &[Value]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (index, document) in documents.iter().enumerate() {
        fs::write(folder.path().join(format!("{index}.yaml")), format!("{document}\n")).unwrap();
    }
    folder
}

/// The Toys of a namespace.
pub(crate) fn toys(client: &Client, namespace: &str) -> Api<DynamicObject> {
    let resource = ApiResource::from_gvk_with_plural(&GroupVersionKind::gvk(GROUP, "v1", "Toy"), "toys");
    Api::namespaced_with(client.clone(), namespace, &resource)
}

/// Writes the status that the operator would write: one condition.
pub(crate) async fn report(toys: &Api<DynamicObject>, name: &str, condition: [&str; 4]) {
    let toy = toys.get(name).await.unwrap();
    let [type_, status, reason, message] = condition;
    let conditions = json!([{"type": type_, "status": status, "reason": reason, "message": message}]);
    let status = json!({"observedGeneration": toy.metadata.generation, "conditions": conditions});
    let patch = Patch::Merge(json!({"status": status}));
    toys.patch_status(name, &PatchParams::default(), &patch).await.unwrap();
}
