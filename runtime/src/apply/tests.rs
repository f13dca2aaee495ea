//! Answers that no server of today gives on demand, from a script. The others are asked of a real control plane, in the
//! crate `tests`.

use std::{
    collections::VecDeque,
    io,
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tower::BoxError;

use super::*;
use crate::{
    client::Server,
    object::{Kind, Meta, ObjectKey},
};

type Seen = Arc<Mutex<Vec<(String, Value)>>>;

/// A server that gives these answers in turn, and what it was sent.
fn scripted(answers: Vec<(u16, Value)>) -> (Server, Seen) {
    let answers = Arc::new(Mutex::new(VecDeque::from(answers)));
    let seen = Seen::default();
    let log = seen.clone();
    let service = tower::service_fn(move |request: Request<kube::client::Body>| {
        let (answers, log) = (answers.clone(), log.clone());
        async move {
            let mut line = format!("{} {}", request.method(), request.uri());
            let accept = request.headers().get("accept").and_then(|accept| accept.to_str().ok());
            if accept.is_some_and(|accept| accept.contains("as=PartialObjectMetadata")) {
                line.push_str(" metadata");
            }
            let body = request.into_body().collect().await?.to_bytes();
            log.lock().unwrap().push((line, serde_json::from_slice(&body).unwrap_or(Value::Null)));
            let (code, body) = answers.lock().unwrap().pop_front().expect("one request too many");
            let body = Full::new(Bytes::from(body.to_string()));
            Ok::<_, BoxError>(Response::builder().status(code).body(body).unwrap())
        }
    });
    (Server::new(kube::Client::new(service, "default"), "m"), seen)
}

fn config_map() -> Kind {
    kind("ConfigMap", "configmaps")
}

fn kind(kind: &'static str, plural: &'static str) -> Kind {
    Kind {
        group: "".into(),
        version: "v1".into(),
        kind: kind.into(),
        plural: plural.into(),
        namespaced: true,
    }
}

fn owner() -> Owner {
    Owner {
        group: "example.com".into(),
        kind: "MyApp".into(),
        name: "app".into(),
        uid: "o".into(),
        applied: "example.com/applied".into(),
        ..Owner::default()
    }
}

fn body() -> Value {
    json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c", "namespace": "ns"}, "data": {"a": "b"}})
}

fn refusal(code: u16, reason: &str, message: &str) -> Value {
    json!({"kind": "Status", "code": code, "reason": reason, "message": message, "details": {"name": "c"}})
}

fn object(meta: Value) -> Value {
    let mut all = json!({"name": "c", "uid": "u", "resourceVersion": "7"});
    all.as_object_mut().unwrap().extend(meta.as_object().unwrap().clone());
    json!({"metadata": all})
}

fn meta(value: Value) -> Meta {
    serde_json::from_value(object(value)["metadata"].clone()).unwrap()
}

const PATH: &str = "/api/v1/namespaces/ns/configmaps/c";

fn lines(seen: &Seen) -> Vec<String> {
    seen.lock().unwrap().iter().map(|(line, _)| line.replace(PATH, "PATH")).collect()
}

#[tokio::test]
async fn a_server_that_takes_no_resource_version_costs_one_read_and_a_plain_apply() {
    let complaints = [
        (500, refusal(500, "InternalError", "resourceVersion should not be set on objects to be created")),
        (422, refusal(422, "Invalid", "c is invalid: metadata.resourceVersion: Invalid value: \"1\": no")),
    ];
    for complaint in complaints {
        let gone = (404, refusal(404, "NotFound", "not found"));
        let (server, seen) = scripted(vec![complaint, gone, (201, object(json!({})))]);
        let (kind, key) = (config_map(), ObjectKey::namespaced("ns", "c"));
        let target = Target { server: &server, kind: &kind, key: &key };
        assert!(matches!(create(&target, &body(), &owner()).await, Ok(Created::Created(_))));
        let apply = "PATCH PATH?fieldManager=m&force=true";
        assert_eq!(lines(&seen), [apply, "GET PATH metadata", apply]);
        let seen = seen.lock().unwrap();
        assert_eq!(seen[0].1["metadata"]["resourceVersion"], "1");
        assert!(seen[2].1["metadata"].get("resourceVersion").is_none());
    }
}

#[tokio::test]
async fn a_conflict_over_nothing_is_tried_once_more_before_the_guard_is_dropped() {
    let conflict = || (409, refusal(409, "Conflict", "changed"));
    let gone = || (404, refusal(404, "NotFound", "not found"));
    let created = || (201, object(json!({})));
    let (kind, key) = (config_map(), ObjectKey::namespaced("ns", "c"));

    let (server, seen) = scripted(vec![conflict(), gone(), created()]);
    let target = Target { server: &server, kind: &kind, key: &key };
    assert!(matches!(create(&target, &body(), &owner()).await, Ok(Created::Created(_))));
    assert_eq!(seen.lock().unwrap()[2].1["metadata"]["resourceVersion"], "1");

    let (server, seen) = scripted(vec![conflict(), gone(), conflict(), gone(), created()]);
    let target = Target { server: &server, kind: &kind, key: &key };
    assert!(matches!(create(&target, &body(), &owner()).await, Ok(Created::Created(_))));
    assert!(seen.lock().unwrap()[4].1["metadata"].get("resourceVersion").is_none());
}

#[tokio::test]
async fn conflicts_end() {
    let conflict = || (409, refusal(409, "Conflict", "changed"));
    let live = |version: u32| (200, object(json!({"resourceVersion": version.to_string(), "generation": 1})));
    let (kind, key) = (config_map(), ObjectKey::namespaced("ns", "c"));

    let answers = (0..4).flat_map(|n| [conflict(), live(n)]).chain([conflict()]).collect();
    let (server, seen) = scripted(answers);
    let target = Target { server: &server, kind: &kind, key: &key };
    let outcome = finalizer::add(&target, "a/b", &meta(json!({}))).await;
    assert!(matches!(outcome, Ok(Finalizers::Contended)));
    assert_eq!(lines(&seen).iter().filter(|line| line.starts_with("PATCH")).count(), 5);

    let answers = (0..2).flat_map(|n| [conflict(), live(n)]).chain([conflict()]).collect();
    let (server, seen) = scripted(answers);
    let target = Target { server: &server, kind: &kind, key: &key };
    let outcome = status::write(&target, &json!({"a": null, "b": 1}), &meta(json!({"generation": 1}))).await;
    assert!(matches!(outcome, Ok(StatusOutcome::Dropped(Dropped::Contended))));
    let seen = seen.lock().unwrap();
    let versions: Vec<_> =
        seen.iter().filter_map(|(_, body)| body["metadata"]["resourceVersion"].as_str()).collect();
    assert_eq!(versions, ["7", "0", "1"]);
    assert_eq!(seen[0].1["status"], json!({"b": 1}));
}

#[tokio::test]
async fn a_deletion_is_of_one_incarnation_and_what_it_owns_goes_behind_it() {
    let (server, seen) = scripted(vec![(200, json!({"kind": "Status", "status": "Success"}))]);
    let (kind, key) = (config_map(), ObjectKey::namespaced("ns", "c"));
    let target = Target { server: &server, kind: &kind, key: &key };
    assert!(matches!(delete(&target, "u").await, Ok(Deleted::Removed)));
    assert_eq!(lines(&seen), ["DELETE PATH"]);
    let options = &seen.lock().unwrap()[0].1;
    assert_eq!(options["preconditions"], json!({"uid": "u"}));
    assert_eq!(options["propagationPolicy"], "Background");
}

#[tokio::test]
async fn other_answers_are_told_apart() {
    let rbac =
        "configmaps \"c\" is forbidden: User \"u\" cannot create resource \"configmaps\" in API group \"\"";
    let typed =
        "failed to create typed patch object (ns/c; v1, Kind=ConfigMap): .spec: field not declared in schema";
    let live = "failed to create typed live object (ns/c; v1, Kind=ConfigMap): errors:\n  .spec: expected list, got &{a}";
    let going =
        "configmaps \"c\" is forbidden: create not allowed while custom resource definition is terminating";
    let rows = [
        (403, refusal(403, "Forbidden", going), "the server does not serve configmaps"),
        (500, refusal(500, "InternalError", live), "refused: failed to"),
        (403, refusal(403, "Forbidden", rbac), "no right to create configmaps in namespace ns"),
        (403, refusal(403, "Forbidden", "exceeded quota"), "refused: exceeded quota"),
        (500, refusal(500, "InternalError", typed), "refused: failed to"),
        (503, json!("nginx"), "the server cannot serve now (503)"),
        (404, json!("404 page not found"), "the server does not serve configmaps"),
        (418, json!({}), "unexpected answer 418"),
    ];
    let (kind, key) = (config_map(), ObjectKey::namespaced("ns", "c"));
    for (code, answer, expected) in rows {
        let (server, _) = scripted(vec![(code, answer)]);
        let target = Target { server: &server, kind: &kind, key: &key };
        let error = create(&target, &body(), &owner()).await.unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}");
        if let RequestError::Rejected(rejection) = &error {
            assert_eq!(rejection.field().unwrap_or("spec"), "spec");
        }
    }
}

#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl io::Write for Captured {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The subscriber is the thread's own, and so is the runtime: everything that runs here is captured, whatever its level
/// and crate.
#[tokio::test]
async fn an_undecodable_secret_appears_in_no_log_and_in_no_error() {
    let log = Captured::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    let _guard = tracing::subscriber::set_default(subscriber);

    let (kind, key) = (kind("Secret", "secrets"), ObjectKey::namespaced("ns", "s"));
    let secret = json!({
        "apiVersion": "v1", "kind": "Secret", "data": {"password": "aHVudGVyMg=="},
        "metadata": {"name": "s", "namespace": "ns", "labels": "hunter2", "uid": "u"},
    });
    let invalid = json!({
        "code": 422, "reason": "Invalid", "message": "Secret \"s\" is invalid: data: Invalid value: \"hunter2\"",
        "details": {"name": "s", "causes": [{"field": "data", "reason": "FieldValueInvalid", "message": "hunter2"}]},
    });
    let conflict = refusal(409, "Conflict", "changed");
    let answers = vec![
        (409, conflict.clone()),
        (200, secret.clone()),
        (409, conflict),
        (200, json!("hunter2")),
        (422, invalid.clone()),
        (200, secret.clone()),
        (500, json!("hunter2")),
        (422, invalid),
    ];
    let (server, _) = scripted(answers);
    let target = Target { server: &server, kind: &kind, key: &key };
    let mut errors = Vec::new();
    errors.push(create(&target, &secret, &owner()).await.map(drop).unwrap_err());
    errors.push(finalizer::add(&target, "a/b", &meta(json!({}))).await.map(drop).unwrap_err());
    errors.push(update(&target, &secret, "u").await.map(drop).unwrap_err());
    errors.push(update(&target, &secret, "u").await.map(drop).unwrap_err());
    errors.push(create(&target, &secret, &owner()).await.map(drop).unwrap_err());
    assert!(
        matches!(errors.as_slice(), [.., RequestError::Rejected(rejection)] if rejection.field() == Some("data"))
    );
    for error in &errors {
        tracing::error!(error = error as &dyn std::error::Error, "{error:?}");
    }
    tracing::error!("the capture works");

    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("the capture works"));
    for text in ["hunter2", "aHVudGVyMg"] {
        assert!(!log.contains(text), "{log}");
    }
}
