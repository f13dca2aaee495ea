//! Namespaces, pages, and kinds that are not there yet.

use std::borrow::Cow;

use futures::{StreamExt, stream};
use kube::{
    Api,
    api::{DeleteParams, PostParams},
};
use kubewright::{
    __private::k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
    cache::{CacheSpec, Namespaces, Problem, Selector, State},
    object::{Kind, ObjectKey},
};
use kubewright_devcluster::Filter;
use kubewright_tests::eventually;
use serde_json::json;

use crate::tap::Fate;
use crate::world::{World, caches, config_map, next, value};

pub(crate) async fn two_namespaces_are_two_watches(world: &World) {
    let other = world.cluster.namespace("cache").await.unwrap();
    world.put(&world.user, "a", "here").await;
    let caches = caches(world.client.clone());
    let names = [world.namespace.name().to_owned(), other.name().to_owned()];
    let spec = CacheSpec { namespaces: Namespaces::Named(names.into()), ..world.spec(config_map()) };
    let cache = caches.get(&spec);
    cache.settled().await;
    let mut changes = cache.subscribe();
    assert_eq!(next(&mut changes).await, "a ->here+");
    let body = json!({
        "apiVersion": "v1", "kind": "ConfigMap", "data": {"value": "there"},
        "metadata": {"name": "a", "labels": {"cached": "yes"}},
    });
    let api = Api::namespaced_with(world.user.clone(), other.name(), &crate::world::resource(&config_map()));
    let body = serde_json::from_value::<kube::core::DynamicObject>(body).unwrap();
    api.create(&PostParams::default(), &body).await.unwrap();
    assert_eq!(next(&mut changes).await, "a ->there");
    assert_eq!(cache.list(None, &Selector::everything()).len(), 2);
    assert_eq!(cache.list(Some(other.name()), &Selector::everything()).len(), 1);
    let there = cache.get(&ObjectKey::namespaced(other.name(), "a")).unwrap();
    assert_eq!((value(&there).as_str(), cache.state()), ("there", State::Synced));
    other.delete().await.unwrap();
}

pub(crate) async fn a_long_list_comes_in_pages(world: &World) {
    const COUNT: usize = 510;
    stream::iter(0..COUNT)
        .map(|number| async move { world.put(&world.user, &format!("n{number:04}"), "1").await })
        .buffer_unordered(8)
        .collect::<Vec<_>>()
        .await;
    let (tap, _caches, cache) = world.tapped().await;
    assert_eq!(tap.lists().len(), 2, "{:?}", tap.lists());
    let mut changes = cache.subscribe();
    for number in 0..COUNT {
        assert_eq!(next(&mut changes).await, format!("n{number:04} ->1+"));
    }
    tap.open(Fate::AsItIs);
    world.put(&world.user, "n0000", "2").await;
    assert_eq!(next(&mut changes).await, "n0000 1>2");
}

pub(crate) async fn a_list_comes_as_events(world: &World) {
    let Some(audit) = world.cluster.audit() else {
        return kubewright_devcluster::skip("there is no audit log to count requests in");
    };
    world.put(&world.user, "a", "1").await;
    let agent = format!("streams-{}", world.namespace.name());
    let reader = audit.reader().unwrap();
    let caches = caches(world.cluster.client(&agent).await.unwrap());
    let cache = caches.get(&world.spec(config_map()));
    let mut changes = cache.subscribe();
    assert_eq!(next(&mut changes).await, "a ->1+");
    world.put(&world.user, "a", "2").await;
    assert_eq!(next(&mut changes).await, "a 1>2", "the same answer goes on");
    reader.settle(&world.user).await.unwrap();
    let requests = reader.requests(&Filter::agent(agent)).await.unwrap();
    assert_eq!(requests.len(), 1, "{requests:#?}");
    assert!(
        requests[0].verb == "watch" && requests[0].uri.contains("sendInitialEvents=true"),
        "{requests:#?}"
    );
}

pub(crate) async fn a_kind_that_comes_goes_and_comes_again(world: &World) {
    let group = format!("{}.example.com", world.namespace.name());
    let kind = Kind {
        group: Cow::Owned(group.clone()),
        version: Cow::Borrowed("v1"),
        kind: Cow::Borrowed("Thing"),
        plural: Cow::Borrowed("things"),
        namespaced: true,
    };
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("things.{group}")},
        "spec": {
            "group": group, "scope": "Namespaced", "names": {"kind": "Thing", "plural": "things"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
                "type": "object", "properties": {"data": {"type": "object",
                    "properties": {"value": {"type": "string"}}}},
            }}}],
        },
    });
    let thing = json!({
        "apiVersion": kind.api_version(), "kind": "Thing", "data": {"value": "1"},
        "metadata": {"name": "a", "labels": {"cached": "yes"}},
    });
    let thing: kube::core::DynamicObject = serde_json::from_value(thing).unwrap();
    let caches = caches(world.client.clone());
    let cache = caches.get(&world.spec(kind.clone()));
    let mut changes = cache.subscribe();
    cache.settled().await;
    let State::Failing { error, ever_synced: false } = cache.state() else { panic!("{:?}", cache.state()) };
    assert_eq!(error.problem, Problem::Absent);
    assert!(error.to_string().starts_with(&format!("cannot list things.{group} in namespace ")), "{error}");

    for _ in 0..2 {
        world.cluster.install(std::slice::from_ref(&crd)).await.unwrap();
        world.api(&world.user, &kind).create(&PostParams::default(), &thing).await.unwrap();
        assert!(next(&mut changes).await.starts_with("a ->1"));
        eventually("the cache is well", || async {
            (cache.state() == State::Synced).then_some(()).ok_or_else(|| cache.state())
        })
        .await;
        let crds = Api::<CustomResourceDefinition>::all(world.user.clone());
        crds.delete(&format!("things.{group}"), &DeleteParams::default()).await.unwrap();
        assert_eq!(next(&mut changes).await, "a 1>-", "its objects go with it");
        eventually("the kind is gone", || async {
            match crds.get_opt(&format!("things.{group}")).await.unwrap() {
                None => Ok(()),
                Some(_) => Err("still there"),
            }
        })
        .await;
    }
}
