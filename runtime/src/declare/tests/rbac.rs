//! The rules of RBAC that declarations make.

use k8s_openapi::api::rbac::v1::{ClusterRoleBinding, PolicyRule, Role};

use super::thing::{Bare, Thing};
use crate::{
    declare::{
        Arity, Declaration, Owned, Watched, rbac,
        rbac::{RbacError, rules},
    },
    object::Kind,
};

/// `get list configmaps`, and so on.
fn lines(rules: &[PolicyRule]) -> Vec<String> {
    let line = |rule: &PolicyRule| {
        let (groups, resources) = (rule.api_groups.as_ref().unwrap(), rule.resources.as_ref().unwrap());
        let parts = [groups[0].as_str(), resources[0].as_str()];
        let place: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        format!("{}: {}", place.join("/"), rule.verbs.join(" "))
    };
    rules.iter().map(line).collect()
}

#[test]
fn what_is_declared_may_be_done_and_nothing_else() {
    let role = rbac::<Thing>().unwrap();
    assert_eq!(role.metadata.name.as_deref(), Some("thing-operator"));
    assert_eq!(
        lines(&role.rules.unwrap()),
        [
            "example.com/things: get list watch patch",
            "example.com/things/status: patch",
            "example.com/things/finalizers: update",
            "apps/deployments: get list watch create patch delete",
            "configmaps: get list watch create patch delete",
            "secrets: list watch",
            "nodes: get",
            "events.k8s.io/events: create patch",
        ]
    );
    let bare = rbac::<Bare>().unwrap().rules.unwrap();
    assert_eq!(lines(&bare), ["example.com/bares: list watch", "events.k8s.io/events: create patch"]);
}

#[test]
fn what_is_declared_twice_is_one_rule() {
    let base = Declaration::new("a", "example.com", "v1", "A", "as", "a");
    let kind: fn() -> Kind = Kind::of::<k8s_openapi::api::core::v1::ConfigMap>;
    let owns = Box::leak(Box::new([Owned::new("a", Arity::One, kind)]));
    let watches = Box::leak(Box::new([Watched::new(kind)]));
    let declaration = Declaration { owns, watches, ..base };
    let rules = lines(&rules(&declaration, false).unwrap());
    assert!(rules.contains(&"configmaps: get list watch create patch delete".to_owned()), "{rules:?}");
    assert_eq!(rules.iter().filter(|rule| rule.starts_with("configmaps")).count(), 1);
}

#[test]
fn what_is_kept_may_not_be_deleted() {
    let base = Declaration::new("a", "example.com", "v1", "A", "as", "a");
    let config: fn() -> Kind = Kind::of::<k8s_openapi::api::core::v1::ConfigMap>;
    let secret: fn() -> Kind = Kind::of::<k8s_openapi::api::core::v1::Secret>;
    let kept = |entry, kind| Owned { retain: true, adopt: true, ..Owned::new(entry, Arity::One, kind) };
    let lines = |owns: [Owned; 3]| {
        let declaration = Declaration { owns: Box::leak(Box::new(owns)), ..base };
        lines(&rules(&declaration, false).unwrap())
    };
    let (all, kept_only) =
        ("get list watch create patch delete".to_owned(), "get list watch create patch".to_owned());
    let events = "events.k8s.io/events: create patch".to_owned();
    // Another entry of the kind may have to go.
    let both = [kept("a", config), kept("b", secret), Owned::new("c", Arity::One, secret)];
    let references =
        ["example.com/as: get list watch", "example.com/as/finalizers: update"].map(str::to_owned);
    let [object, finalizers] = references;
    let (configs, secrets) = (format!("configmaps: {kept_only}"), format!("secrets: {all}"));
    assert_eq!(lines(both), [object, finalizers, configs.clone(), secrets, events.clone()]);
    // Nothing refers to an owner, and nothing is ever deleted.
    let alone = [kept("a", config), kept("b", secret), kept("c", secret)];
    let secrets = format!("secrets: {kept_only}");
    assert_eq!(lines(alone), ["example.com/as: list watch".to_owned(), configs, secrets, events]);
}

#[test]
fn what_an_earlier_release_left_is_taken_away() {
    let base = Declaration::new("a", "example.com", "v1", "A", "as", "a");
    let secret: fn() -> Kind = Kind::of::<k8s_openapi::api::core::v1::Secret>;
    let declaration =
        Declaration { former_managers: &["b"], formerly_owns: Box::leak(Box::new([secret])), ..base };
    let wanted = [
        "example.com/as: get list watch patch",
        "secrets: list watch delete",
        "events.k8s.io/events: create patch",
    ];
    assert_eq!(lines(&rules(&declaration, false).unwrap()), wanted);
}

#[test]
fn who_grants_rights_is_told_what_that_takes() {
    let base = Declaration::new("a", "example.com", "v1", "A", "as", "a");
    let role: fn() -> Kind = Kind::of::<Role>;
    for (kind, wanted) in [(role, "escalate"), (Kind::of::<ClusterRoleBinding>, "bind")] {
        let owns = Box::leak(Box::new([Owned::new("a", Arity::One, kind)]));
        let error = rules(&Declaration { owns, ..base }, false).unwrap_err();
        let RbacError::Grants { operator, verb, .. } = error;
        assert_eq!((operator, verb), ("A", wanted));
    }
}
