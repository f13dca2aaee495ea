//! Validation, defaults, and what errors mean.

use kubewright::{declare, failure::Class, operator::Operator, prelude::*};
use serde_json::{Value, json};

use super::{MyApp, MyAppSpec};
use crate::external::ProbeError;

fn app(spec: Value) -> MyApp {
    MyApp::new("app", serde_json::from_value(spec).unwrap())
}

#[test]
fn a_hundred_replicas_are_allowed_and_no_more() {
    assert!(app(json!({ "image": "a", "replicas": 100 })).validate(None).is_ok());
    let error = app(json!({ "image": "a", "replicas": 101 })).validate(None).unwrap_err();
    let verdict = error.verdict();
    assert_eq!(verdict.class, Class::Permanent);
    assert_eq!((verdict.condition, verdict.reason), (Some("Invalid"), "ReplicasExceedsLimit"));
    assert_eq!(verdict.field, Some("spec.replicas"));
    assert_eq!(error.to_string(), "replicas must be <= 100");
}

#[test]
fn an_address_that_nobody_can_ask_is_refused_without_repeating_it() {
    let spec = |url: &str| json!({ "image": "a", "externalService": { "url": url } });
    assert!(app(spec("https://example.com")).validate(None).is_ok());
    let error = app(spec("ftp://user:secret@example.com")).validate(None).unwrap_err();
    let verdict = error.verdict();
    assert_eq!((verdict.class, verdict.condition), (Class::Permanent, Some("Invalid")));
    assert_eq!(verdict.field, Some("spec.externalService.url"));
    assert!(!error.to_string().contains("secret"), "{error}");
}

#[test]
fn an_unreachable_service_is_asked_again_after_30_seconds() {
    let probe = ProbeError::TimedOut { at: "http://a".to_owned(), after: seconds(5) };
    let verdict = super::MyAppError::from(probe).verdict();
    assert_eq!(verdict.class, Class::Transient { retry_after: Some(seconds(30)) });
    assert_eq!((verdict.reason, verdict.condition), ("External", None));
}

#[test]
fn an_absent_port_becomes_8080() {
    let mut app = app(json!({ "image": "a" }));
    app.fill_defaults();
    assert_eq!(app.spec.port, Some(8080));
    app.spec.port = Some(80);
    app.fill_defaults();
    assert_eq!(app.spec.port, Some(80));
}

#[test]
fn the_crd_has_no_problems() {
    assert_eq!(declare::problems(&declare::crd::<MyApp>()), []);
}

#[test]
fn declares_what_was_written() {
    let declaration = MyApp::DECLARATION;
    assert_eq!((declaration.name, declaration.plural), ("myapp-operator", "myapps"));
    assert_eq!(declaration.short_names, ["ma"]);
    assert_eq!(
        declaration.owns.iter().map(|entry| entry.entry).collect::<Vec<_>>(),
        ["deployment", "service"]
    );
    assert_eq!(declaration.finalizer, Some("myapp.example.com/finalizer"));
    assert_eq!(declaration.concurrency, 3);
    assert_eq!(declaration.description, "A web application: one Deployment behind one Service.");
}

#[test]
fn the_crd_is_as_the_server_wants_it() {
    let crd = MyApp::crd();
    let version = &crd.spec.versions[0];
    let columns = version.additional_printer_columns.iter().flatten();
    let paths: Vec<_> = columns.map(|column| column.json_path.as_str()).take(3).collect();
    assert_eq!(paths, [".spec.image", ".spec.replicas", ".status.readyReplicas"]);
    let scale = version.subresources.as_ref().and_then(|subresources| subresources.scale.as_ref()).unwrap();
    assert_eq!(scale.spec_replicas_path, ".spec.replicas");
    assert_eq!(scale.status_replicas_path, ".status.replicas");
    assert_eq!(scale.label_selector_path.as_deref(), Some(".status.selector"));
}

#[test]
fn defaults_fill_what_is_left_out() {
    let spec: MyAppSpec = serde_json::from_value(json!({ "image": "nginx" })).unwrap();
    assert_eq!((spec.replicas, spec.port), (1, None));
}
