//! What a missing right looks like.

use std::time::Duration;

use kubewright::{
    apply::{RequestError, Target, create},
    client::{ClientSettings, Server, client},
    k8s::rbac::v1::{Role, RoleBinding},
    object::Kind,
};
use serde_json::json;

use crate::{
    kinds,
    world::{MANAGER, World},
};

pub(crate) async fn a_missing_right_is_named(world: &World) {
    let namespace = world.namespace.name();
    let mut config = world.cluster.config("kubewright-requests").await.unwrap();
    config.auth_info.impersonate = Some(format!("system:serviceaccount:{namespace}:poor"));
    let server = Server::new(client(config, &ClientSettings::new("poor/1")).unwrap(), MANAGER);
    let (kind, key) = (kinds::config_map(), world.key(&kinds::config_map(), "c"));
    let target = Target { server: &server, kind: &kind, key: &key };
    let body = world.body(&kind, "c", json!({}));

    let error = create(&target, &body, &world.owner).await.unwrap_err();
    assert_eq!(error.to_string(), format!("no right to patch configmaps in namespace {namespace}"));

    let rules = json!([{"apiGroups": [""], "resources": ["configmaps"], "verbs": ["patch"]}]);
    world.post(&Kind::of::<Role>(), "poor", json!({"rules": rules})).await;
    let binding = json!({
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "poor"},
        "subjects": [{"kind": "ServiceAccount", "name": "poor", "namespace": namespace}],
    });
    world.post(&Kind::of::<RoleBinding>(), "poor", binding).await;
    // The authorizer learns of the Role through a watch of its own.
    let verb = tokio::time::timeout(Duration::from_secs(20), async {
        loop {
            match create(&target, &body, &world.owner).await.unwrap_err() {
                RequestError::Forbidden(right) if right.verb == "patch" => {}
                RequestError::Forbidden(right) => return right.verb,
                other => panic!("{other:?}"),
            }
        }
    });
    assert_eq!(verb.await.unwrap(), "create");
    assert_eq!(world.get(&kind, "c").await, None);
}
