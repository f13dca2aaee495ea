//! Mistakes that are found before a control plane is started: no cluster is needed.

use std::process::Command;

use crate::{
    run::{Dev, Ended, command},
    toy::{samples, toy},
};

#[test]
fn a_wrong_command_line_ends_with_2() {
    let Ended { code, stderr, .. } = Dev::private(&["--timeout", "5"]).end();
    assert_eq!(code, Some(2), "{stderr}");
}

#[test]
fn without_cargos_word_it_is_the_same() {
    let mut direct = Command::new(env!("CARGO_BIN_EXE_cargo-kubewright"));
    let direct = direct.args(["dev", "--help"]).output().unwrap();
    let through_cargo = command(&["--help"]).output().unwrap();
    assert!(direct.status.success());
    assert_eq!(direct.stdout, through_cargo.stdout);
}

#[test]
fn a_check_without_samples_of_the_kind_has_nothing_to_do() {
    let config = serde_json::json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}});
    let folder = samples(&[config]);
    let Ended { code, stderr, .. } =
        Dev::private(&["--check", "--samples", folder.path().to_str().unwrap()]).end();
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("error: nothing to check: no sample of kind Toy in "), "{stderr}");
}

#[test]
fn a_wrong_sample_is_found_before_anything_is_started() {
    let folder = samples(&[toy("default", "a", Some("Ready"))]);
    let Ended { code, stderr, .. } = Dev::private(&["--samples", folder.path().to_str().unwrap()]).end();
    assert_eq!(code, Some(1), "{stderr}");
    let field =
        "0.yaml, document 1: metadata.annotations[toys.example.org/expect]: `Ready` is not of the form";
    assert!(stderr.contains(field) && !stderr.contains("control plane"), "{stderr}");
}

#[test]
fn a_folder_that_is_not_there_and_a_package_without_operator() {
    let Ended { code, stderr, .. } = Dev::private(&["--samples", "nowhere"]).end();
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("error: there is no folder nowhere"), "{stderr}");
    let Ended { code, stderr, .. } = Dev::private(&["--package", "kubewright"]).end();
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("these are: toy-operator"), "{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_whose_parent_is_gone_starts_nothing() {
    let mut guard = Command::new(env!("CARGO_BIN_EXE_cargo-kubewright"));
    // No process has this number: it is above the kernel's limit.
    let output = guard.args(["__guard", "2000000000", "echo", "started"]).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(126), &b""[..]));
}
