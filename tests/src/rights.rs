//! Operators that have some rights and no others.

use std::collections::BTreeSet;

use kubewright::{
    __private::kube::{self, api::PostParams},
    declare,
    k8s::{
        authentication::v1::TokenRequest,
        core::v1::ServiceAccount,
        rbac::v1::{Role, RoleBinding},
    },
    operator::Reconcile,
};
use kubewright_devcluster::Request;
use serde_json::{Value, json};

use crate::World;

impl World {
    /// How to reach the server as somebody to whom these rules give rights in the test's namespace, and nothing else does.
    ///
    /// # Panics
    /// When the server does not make the account.
    pub async fn poor(&self, rules: Value) -> kube::Config {
        let namespace = self.namespace.name();
        self.make::<ServiceAccount>("poor", json!({})).await;
        self.make::<Role>("poor", json!({"rules": rules})).await;
        let binding = json!({
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "poor"},
            "subjects": [{"kind": "ServiceAccount", "name": "poor", "namespace": namespace}],
        });
        self.make::<RoleBinding>("poor", binding).await;
        let request: TokenRequest =
            serde_json::from_value(json!({"spec": {"audiences": []}})).expect("a request");
        let accounts = self.api::<ServiceAccount>();
        let token = accounts.create_token_request("poor", &PostParams::default(), &request).await;
        let token = token.expect("a token").status.expect("a token").token;
        let mut config = self.cluster.config(&self.agent).await.expect("a configuration");
        config.auth_info =
            serde_json::from_value(json!({"token": token})).expect("it authenticates by a token");
        config
    }

    /// The same with the rights that a declaration makes.
    ///
    /// # Panics
    /// When it makes none.
    pub async fn with_its_rights<O: Reconcile>(&self) -> kube::Config {
        let role = declare::rbac::<O>().expect("the declaration makes rules");
        self.poor(json!(role.rules)).await
    }

    /// Checks that the requests since [`mark`](Self::mark) used every right that a declaration makes, and needed no other.
    ///
    /// # Panics
    /// When they did not.
    pub async fn used_every_right_of<O: Reconcile>(&mut self) {
        let requests = self.requests().await;
        let refused: Vec<_> = requests.iter().filter(|request| request.code == 403).collect();
        assert!(refused.is_empty(), "{refused:#?}");
        let mut given = BTreeSet::new();
        for rule in declare::rbac::<O>().expect("the declaration makes rules").rules.unwrap_or_default() {
            let (groups, resources) =
                (rule.api_groups.unwrap_or_default(), rule.resources.unwrap_or_default());
            for verb in rule.verbs {
                given.insert(format!("{verb} {}.{}", resources[0], groups[0]));
            }
        }
        // No request: it is asked for by an admission plugin that most clusters have off, when a child is applied whose
        // reference to its owner blocks the owner's deletion.
        let primary = O::DECLARATION.primary();
        given.remove(&format!("update {}/finalizers.{}", primary.plural, primary.group));
        let used: BTreeSet<String> = requests.iter().flat_map(rights).collect();
        assert_eq!(used, given);
    }
}

/// What a request needs: an apply that creates needs two rights, a stream that begins with all objects lists them.
fn rights(request: &Request) -> Vec<String> {
    let slash = if request.subresource.is_empty() { "" } else { "/" };
    let right =
        |verb: &str| format!("{verb} {}{slash}{}.{}", request.resource, request.subresource, request.group);
    let mut rights = vec![right(&request.verb)];
    match request.verb.as_str() {
        "patch" if request.code == 201 => rights.push(right("create")),
        "watch" if request.uri.contains("sendInitialEvents=true") => rights.push(right("list")),
        _ => {}
    }
    rights
}
