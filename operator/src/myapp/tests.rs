//! Validation, defaults, and what errors mean.

use kubewright::{declare, failure::Class, operator::Operator, prelude::*};
use serde_json::{Value, json};

use super::MyApp;
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
    assert_eq!(verdict.condition, None);
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
