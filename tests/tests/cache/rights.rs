//! What a missing right looks like.

use kube::{Client, api::PostParams};
use kubewright::{
    cache::{Problem, State, Verb},
    k8s::{
        core::v1::Secret,
        rbac::v1::{Role, RoleBinding},
    },
    object::Kind,
};
use kubewright_tests::eventually_within;
use serde_json::{Value, json};
use std::time::Duration;

use crate::world::{World, caches, config_map};

pub(crate) async fn a_missing_right_is_named_and_found_when_granted(world: &World) {
    let namespace = world.namespace.name();
    let mut config = world.cluster.config("kubewright-cache").await.unwrap();
    config.auth_info.impersonate = Some(format!("system:serviceaccount:{namespace}:poor"));
    let caches = caches(Client::try_from(config).unwrap());
    let rules = |secrets: &[&str]| {
        let mut rules =
            vec![json!({"apiGroups": [""], "resources": ["configmaps"], "verbs": ["list", "watch"]})];
        if !secrets.is_empty() {
            rules.push(json!({"apiGroups": [""], "resources": ["secrets"], "verbs": secrets}));
        }
        Value::from(rules)
    };
    create::<Role>(world, json!({"rules": rules(&[])})).await;
    let binding = json!({
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "poor"},
        "subjects": [{"kind": "ServiceAccount", "name": "poor", "namespace": namespace}],
    });
    create::<RoleBinding>(world, binding).await;

    let secrets = caches.get(&world.spec(Kind::of::<Secret>()));
    let config_maps = caches.get(&world.spec(config_map()));
    secrets.settled().await;
    let State::Failing { error, ever_synced: false } = secrets.state() else {
        panic!("{:?}", secrets.state())
    };
    assert_eq!(error.verb, Verb::List);
    assert!(matches!(error.problem, Problem::Forbidden(_)), "{error}");
    assert!(
        error.to_string().starts_with(&format!("cannot list secrets in namespace {namespace}: ")),
        "{error}"
    );
    // The authorizer learns of the Role through a watch of its own, so this kind may take a moment, too.
    wait(|| config_maps.state(), |state| *state == State::Synced).await;

    replace(world, json!({"rules": rules(&["list"])})).await;
    let is_watch = |state: &State| matches!(state, State::Failing { error, ever_synced: true } if error.verb == Verb::Watch);
    let state = wait(|| secrets.state(), is_watch).await;
    let State::Failing { error, .. } = state else { panic!("{state:?}") };
    assert!(
        error.to_string().starts_with(&format!("cannot watch secrets in namespace {namespace}: ")),
        "{error}"
    );
    replace(world, json!({"rules": rules(&["list", "watch"])})).await;
    wait(|| secrets.state(), |state| *state == State::Synced).await;
}

/// Waits a little longer than the longest delay between two tries, twice.
async fn wait(state: impl Fn() -> State, good: impl Fn(&State) -> bool) -> State {
    eventually_within(Duration::from_secs(75), "the state", || async {
        let state = state();
        if good(&state) { Ok(state) } else { Err(state) }
    })
    .await
}

async fn create<K>(world: &World, body: Value)
where
    K: kube::Resource<DynamicType = (), Scope = kube::core::NamespaceResourceScope>,
{
    let body = named::<K>(body);
    let kind = Kind::of::<K>();
    world.api(&world.user, &kind).create(&PostParams::default(), &body).await.unwrap();
}

async fn replace(world: &World, body: Value) {
    let api = world.api(&world.user, &Kind::of::<Role>());
    let mut body = named::<Role>(body);
    body.metadata.resource_version = api.get("poor").await.unwrap().metadata.resource_version;
    api.replace("poor", &PostParams::default(), &body).await.unwrap();
}

fn named<K: kube::Resource<DynamicType = ()>>(mut body: Value) -> kube::core::DynamicObject {
    body["apiVersion"] = json!(K::api_version(&()));
    body["kind"] = json!(K::kind(&()));
    body["metadata"] = json!({"name": "poor"});
    serde_json::from_value(body).unwrap()
}
