//! CRDs byte by byte: a change of them is a change of what users install, and should be seen in review.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use kubewright::declare::{crd, explain, manifest};
use myapp_operator::MyApp;

use super::{basin::Basin, kitchen::Kitchen, sink::Sink};

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn is_golden(name: &str, made: &str) {
    let golden = folder().join("golden").join(name);
    if std::env::var_os("KUBEWRIGHT_BLESS").is_some() {
        fs::write(&golden, made).unwrap();
    }
    let golden = fs::read_to_string(golden).unwrap();
    assert_eq!(made, golden, "{name}: run this test with KUBEWRIGHT_BLESS=1 if the change is meant");
}

#[test]
fn every_crd_is_the_golden_one() {
    is_golden("myapp-crd.json", &format!("{:#}\n", manifest(&crd::<MyApp>()).unwrap()));
    is_golden("kitchen-crd.json", &format!("{:#}\n", manifest(&crd::<Kitchen>()).unwrap()));
    is_golden("kitchen-explained.txt", &explain::<Kitchen>().unwrap().to_string());
}

#[test]
fn a_hundred_builds_give_the_same_bytes() {
    let build = || {
        let crds = [crd::<MyApp>(), crd::<Kitchen>(), crd::<Sink>(), crd::<Basin>()];
        serde_json::to_string(&crds).unwrap()
    };
    let first = build();
    assert!((0..100).all(|_| build() == first));
}

/// Each process hashes in another order.
#[test]
fn other_processes_give_the_same_bytes() {
    for _ in 0..5 {
        let this = std::env::current_exe().unwrap();
        let other = Command::new(this)
            .args(["--exact", "golden::every_crd_is_the_golden_one"])
            .env_remove("KUBEWRIGHT_BLESS")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&other.stdout);
        assert!(other.status.success() && said.contains("1 passed"), "{said}");
    }
}

/// So that the golden files show what every argument does.
#[test]
fn the_kitchen_uses_every_argument() {
    let kitchen = fs::read_to_string(folder().join("tests/crd/kitchen.rs")).unwrap();
    let other = |letter: char| !letter.is_alphanumeric() && letter != '_';
    let words: BTreeSet<&str> = kitchen.split(other).collect();
    let mut arguments = 0;
    for page in ["operator", "schema", "status"] {
        let page = fs::read_to_string(folder().join(format!("../runtime/docs/{page}.md"))).unwrap();
        let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
        for argument in rows.filter_map(|row| row.split(other).find(|word| !word.is_empty())) {
            arguments += 1;
            assert!(words.contains(argument), "use `{argument}` in tests/tests/crd/kitchen.rs");
        }
    }
    assert!(arguments > 30, "{arguments} arguments found");
}
