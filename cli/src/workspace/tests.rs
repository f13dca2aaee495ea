//! The choice of an operator, on answers in the form of `cargo metadata`.

use serde_json::{Value, json};

use super::*;

fn package(name: &str, dependencies: &[(&str, Option<&str>)], binaries: &[&str]) -> Value {
    let dependencies: Vec<_> =
        dependencies.iter().map(|(name, kind)| json!({"name": name, "kind": kind, "req": "*"})).collect();
    let mut targets: Vec<_> = binaries.iter().map(|name| json!({"name": name, "kind": ["bin"]})).collect();
    targets.push(json!({"name": name, "kind": ["lib"]}));
    json!({
        "name": name, "id": format!("path+file:///w/{name}#0.1.0"), "version": "0.1.0",
        "manifest_path": format!("/w/{name}/Cargo.toml"), "default_run": null,
        "dependencies": dependencies, "targets": targets,
    })
}

fn metadata(packages: &[Value]) -> Metadata {
    let members: Vec<_> = packages.iter().map(|package| package["id"].clone()).collect();
    let answer =
        json!({"packages": packages, "workspace_members": members, "workspace_root": "/w", "version": 1});
    serde_json::from_value(answer).unwrap()
}

const USES: &[(&str, Option<&str>)] = &[("serde", None), ("kubewright", None)];

fn named(package: &str) -> Choice<'_> {
    Choice { package: Some(package), ..Choice::default() }
}

#[test]
fn the_only_package_whose_binary_depends_on_the_library_is_it() {
    let metadata = metadata(&[
        package("kubewright", &[("kubewright-macros", None)], &[]),
        package("tool", &[("clap", None)], &["tool"]),
        package("tests", &[("kubewright", Some("dev"))], &["tests"]),
        package("library-with-it", USES, &[]),
        package("shop", USES, &["shop"]),
    ]);
    let found = choose(&metadata, Path::new("/w"), Choice::default()).unwrap();
    let id = "path+file:///w/shop#0.1.0".to_owned();
    let expected =
        Package { name: "shop".to_owned(), id, folder: "/w/shop".into(), binary: "shop".to_owned() };
    assert_eq!(found, expected);
}

#[test]
fn a_package_that_says_so_is_left_aside() {
    let mut tests = package("tests", USES, &["shop-under-test"]);
    tests["metadata"] = json!({"kubewright": {"dev": false}});
    let metadata = metadata(&[tests, package("shop", USES, &["shop"])]);
    assert_eq!(choose(&metadata, Path::new("/w"), Choice::default()).unwrap().name, "shop");
}

#[test]
fn several_are_listed_unless_one_is_named_or_is_around() {
    let metadata = metadata(&[package("shop", USES, &["shop"]), package("bank", USES, &["bank"])]);
    let choose = |here: &str, choice| choose(&metadata, Path::new(here), choice);
    let error = choose("/w", Choice::default()).unwrap_err().to_string();
    assert_eq!(error, "several packages have an operator: shop, bank; choose one with --package NAME");
    assert_eq!(choose("/w", named("bank")).unwrap().name, "bank");
    assert_eq!(choose("/w/bank/src", Choice::default()).unwrap().name, "bank");
    assert_eq!(choose("/w/shop", named("bank")).unwrap().name, "bank");
}

#[test]
fn none_names_the_workspace() {
    let metadata = metadata(&[package("tool", &[], &["tool"])]);
    let error = choose(&metadata, Path::new("/w"), Choice::default()).unwrap_err().to_string();
    assert_eq!(error, "no package of the workspace /w has a binary and depends on `kubewright`");
}

#[test]
fn a_named_package_without_an_operator_is_refused_with_those_that_have_one() {
    let metadata = metadata(&[package("tool", &[], &["tool"]), package("shop", USES, &["shop"])]);
    let error = choose(&metadata, Path::new("/w"), named("tool")).unwrap_err().to_string();
    assert!(error.starts_with("tool is no package") && error.ends_with("these are: shop"), "{error}");
}

#[test]
fn a_package_outside_of_the_workspace_is_not_looked_at() {
    let mut metadata = metadata(&[package("shop", USES, &["shop"])]);
    metadata.workspace_members.clear();
    assert!(matches!(
        choose(&metadata, Path::new("/w"), Choice::default()),
        Err(WorkspaceError::None { .. })
    ));
}

#[test]
fn the_binary_is_the_only_one_the_default_one_that_of_the_package_or_the_named_one() {
    let binary = |package: Value, binary: Option<&str>| {
        let choice = Choice { binary, ..Choice::default() };
        choose(&metadata(&[package]), Path::new("/w"), choice).map(|package| package.binary)
    };
    assert_eq!(binary(package("shop", USES, &["serve"]), None).unwrap(), "serve");
    assert_eq!(binary(package("shop", USES, &["seed", "shop"]), None).unwrap(), "shop");
    assert_eq!(binary(package("shop", USES, &["seed", "shop"]), Some("seed")).unwrap(), "seed");
    let mut with_default = package("shop", USES, &["seed", "serve"]);
    with_default["default_run"] = json!("serve");
    assert_eq!(binary(with_default, None).unwrap(), "serve");
    let error = binary(package("shop", USES, &["seed", "serve"]), None).unwrap_err().to_string();
    assert_eq!(error, "package shop has several binaries: seed, serve; choose one with --bin NAME");
    let error = binary(package("shop", USES, &["serve"]), Some("shop")).unwrap_err().to_string();
    assert_eq!(error, "package shop has no binary shop; it has serve");
}
