//! The create-only apply.

use futures::future::join_all;
use http::Method;
use kubewright::{
    apply::{Created, Deleted, Holder, Owner, RequestError, Target, create, delete},
    client::{Call, Server},
    object::{Kind, ObjectKey},
};
use serde_json::{Value, json};

use crate::{
    kinds, target,
    world::{APPLIED, NO_UID, World, meta, uid, uncovered, value},
};

/// An owner whose kind the server does not know, so that the garbage collector leaves its children alone.
pub(crate) fn ghost(uid: &str) -> Owner {
    Owner {
        group: "absent.example.com".into(),
        kind: "Ghost".into(),
        name: "ghost".into(),
        uid: uid.into(),
        applied: APPLIED.into(),
        ..Owner::default()
    }
}

pub(crate) async fn every_kind_is_created_once_and_covered(world: &World) {
    let whole = kinds::whole();
    let cluster_owner = world.post(&whole, world.namespace.name(), json!({})).await;
    let cluster_owner = Owner {
        group: kinds::GROUP.into(),
        kind: "Whole".into(),
        name: world.namespace.name().to_owned(),
        uid: uid(&cluster_owner).to_owned(),
        applied: APPLIED.into(),
        ..Owner::default()
    };
    for (kind, rest) in kinds::all() {
        let owner = if kind.namespaced { &world.owner } else { &cluster_owner };
        let name = format!("{}-child", world.namespace.name());
        target!(target, world, kind, &name);
        let body = world.body_of(owner, &kind, &name, rest);

        let (patches, reads) = (world.count("PATCH", "201"), world.count("GET", "200"));
        let Created::Created(bytes) = create(&target, &body, owner).await.unwrap() else { panic!("{kind}") };
        assert_eq!((world.count("PATCH", "201"), world.count("GET", "200")), (patches + 1, reads), "{kind}");
        let created = value(&bytes);
        assert_eq!(uncovered(&body, &created), Vec::<String>::new(), "{kind}");
        let entries = created["metadata"]["managedFields"].as_array().unwrap();
        assert_eq!(entries.len(), 1, "{kind}: {entries:?}");
        assert_eq!(entries[0]["operation"], "Apply");

        // Present: 409, and then it depends on whose it is.
        let conflicts = world.count("PATCH", "409");
        let again = create(&target, &body, owner).await.unwrap();
        let Created::Applied(bytes) = again else { panic!("{kind}: {again:?}") };
        assert_eq!(uid(&value(&bytes)), uid(&created), "{kind}");
        assert_eq!(world.count("PATCH", "409"), conflicts + 1, "{kind}");
        let stranger = create(&target, &body, &ghost(NO_UID)).await.unwrap();
        let holder = Holder::Controller { kind: owner.kind.clone(), name: owner.name.clone() };
        assert!(matches!(&stranger, Created::NameTaken(by) if *by == holder), "{kind}: {stranger:?}");

        match delete(&target, uid(&created)).await.unwrap() {
            Deleted::Removed => assert_eq!(world.get(&kind, &name).await, None, "{kind}"),
            Deleted::Marked(bytes) => assert!(meta(&value(&bytes)).is_deleting(), "{kind}"),
            Deleted::Stale => panic!("{kind} was not there"),
        }
    }
    world.delete(&whole, world.namespace.name()).await;
}

pub(crate) async fn of_twenty_racers_one_creates(world: &World) {
    let (kind, key) = (kinds::config_map(), world.key(&kinds::config_map(), "race"));
    let racers = (0..20).map(|number| {
        let (kind, key) = (&kind, &key);
        async move {
            let server = Server::new(world.server.client().clone(), &format!("racer-{number}"));
            let owner = ghost(&format!("00000000-0000-0000-0000-0000000000{number:02}"));
            let body = world.body_of(&owner, kind, "race", json!({"data": {"by": number.to_string()}}));
            let outcome = create(&Target { server: &server, kind, key }, &body, &owner).await.unwrap();
            (number, outcome)
        }
    });
    let outcomes = join_all(racers).await;
    let winners: Vec<_> =
        outcomes.iter().filter(|(_, outcome)| matches!(outcome, Created::Created(_))).collect();
    assert_eq!(winners.len(), 1, "{outcomes:?}");
    // The ghosts share their name, so the losers take the winner's object for an earlier incarnation's.
    assert_eq!(
        outcomes.iter().filter(|(_, outcome)| matches!(outcome, Created::Wait(_))).count(),
        19,
        "{outcomes:?}"
    );
    let live = world.get(&kind, "race").await.unwrap();
    assert_eq!(live["data"]["by"], winners[0].0.to_string());
    assert_eq!(live["metadata"]["managedFields"].as_array().unwrap().len(), 1);
}

pub(crate) async fn a_namespace_that_goes_takes_nothing(world: &World) {
    let kind = kinds::config_map();
    let body = |namespace: &str| {
        json!({
            "apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "late", "namespace": namespace},
        })
    };
    let key = ObjectKey::namespaced("requests-never-there", "late");
    let target = Target { server: &world.server, kind: &kind, key: &key };
    let outcome = create(&target, &body("requests-never-there"), &world.owner).await.unwrap();
    assert!(matches!(outcome, Created::NamespaceTerminating), "{outcome:?}");

    // A namespace that something holds stays terminating for as long as the test wants.
    let name = format!("{}-going", world.namespace.name());
    let namespaces = Kind::of::<kubewright::k8s::core::v1::Namespace>();
    world.post(&namespaces, &name, json!({})).await;
    let held = json!({
        "apiVersion": "v1", "kind": "ConfigMap",
        "metadata": {"name": "held", "namespace": name, "finalizers": ["requests.example.com/hold"]},
    });
    let collection = kind.collection(Some(&name));
    let posted =
        world.user.call(Call::send(Method::POST, collection, "application/json", &held)).await.unwrap();
    assert!(posted.status.is_success());
    world.delete(&namespaces, &name).await;
    let key = ObjectKey::namespaced(&name, "late");
    let target = Target { server: &world.server, kind: &kind, key: &key };
    let outcome = create(&target, &body(&name), &world.owner).await.unwrap();
    assert!(matches!(outcome, Created::NamespaceTerminating), "{outcome:?}");

    let release = json!({"metadata": {"finalizers": null}});
    let path = kind.path(&ObjectKey::namespaced(&name, "held"));
    let call = Call::send(Method::PATCH, path, "application/merge-patch+json", &release);
    assert!(world.user.call(call).await.unwrap().status.is_success());
}

pub(crate) async fn what_the_server_dislikes_is_named(world: &World) {
    let deployment = kinds::deployment();
    let rejected: [(&Kind, Value, &str); 5] = [
        (&deployment, kinds::deployment_spec(json!({"replicas": -1})), "spec.replicas"),
        (&deployment, kinds::deployment_spec(json!({"unknown": 1})), "spec.unknown"),
        (&deployment, kinds::deployment_spec(json!({"replicas": "many"})), "spec.replicas"),
        (&kinds::foo(), json!({"spec": {"size": -1}}), "spec.size"),
        (&kinds::foo(), json!({"spec": {"undeclared": {"deep": 1}}}), "spec.undeclared"),
    ];
    for (kind, rest, field) in rejected {
        target!(target, world, kind, "bad");
        let error = create(&target, &world.body(kind, "bad", rest), &world.owner).await.unwrap_err();
        let RequestError::Rejected(rejection) = &error else { panic!("{error:?}") };
        assert_eq!(rejection.field(), Some(field), "{rejection:?}");
        assert_eq!(world.get(kind, "bad").await, None);
    }

    let absent = Kind { plural: "nothings".into(), kind: "Nothing".into(), ..kinds::foo() };
    target!(target, world, absent, "x");
    let error = create(&target, &world.body(&absent, "x", json!({})), &world.owner).await.unwrap_err();
    assert!(
        matches!(&error, RequestError::ApiAbsent { resource } if resource == "nothings.requests.example.com"),
        "{error:?}"
    );
}
