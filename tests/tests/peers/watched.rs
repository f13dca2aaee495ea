//! Mistakes of controllers on kube's runtime in what they watch and may read.

use kube::{
    Api, Client, ResourceExt,
    api::{Patch, PostParams},
    runtime::{Controller, controller::Action, watcher},
};
use kubewright::k8s::core::v1::{ConfigMap, Secret};
use serde_json::json;

use crate::{
    Ground,
    running::{child_of, manager, plain},
};

/// Rows 8 and 12: a child without `owns`, a read object without a mapper.
#[tokio::test]
async fn what_is_not_watched_is_neither_repaired_nor_followed() {
    let Some(ground) = Ground::new("unwatched").await else { return };
    let plains = ground.plains().await;
    ground.world.make::<ConfigMap>("settings", json!({"data": {"colour": "blue"}})).await;
    let running = ground.run(
        ground.client.clone(),
        |controller, _| controller,
        async |plain, notes| {
            let maps = Api::<ConfigMap>::namespaced(notes.client.clone(), &plain.namespace().unwrap());
            let settings = maps.get("settings").await?;
            let name = plain.name_any();
            let child = child_of(&plain, &name, &settings.data.unwrap_or_default()["colour"]);
            maps.patch(&name, &manager(), &Patch::Apply(child)).await?;
            notes.note(name);
            Ok(Action::await_change())
        },
    );
    plains.create(&PostParams::default(), &plain("a")).await.unwrap();
    plains.create(&PostParams::default(), &plain("b")).await.unwrap();
    running.notes.until("a", 1).await;
    running.notes.until("b", 1).await;

    ground.world.delete::<ConfigMap>("a").await;
    ground.world.edit::<ConfigMap>("settings", json!({"data": {"colour": "red"}})).await;
    // It is at work.
    plains.create(&PostParams::default(), &plain("c")).await.unwrap();
    running.notes.until("c", 1).await;
    assert_eq!((running.notes.count("a"), running.notes.count("b")), (1, 1));
    assert!(ground.world.read::<ConfigMap>("a").await.is_none(), "it is not made again");
    assert_eq!(ground.world.get::<ConfigMap>("b").await["data"]["text"], "blue", "it is stale");
}

#[tokio::test]
async fn a_watch_without_the_right_to_it_fails_again_and_again() {
    let Some(ground) = Ground::new("forbidden").await else { return };
    let plains = ground.plains().await;
    let client = poor(&ground).await;
    let namespace = ground.world.namespace.name().to_owned();
    let owns = |controller: Controller<_>, client: &Client| {
        controller.owns(Api::<Secret>::namespaced(client.clone(), &namespace), watcher::Config::default())
    };
    let running = ground.run(client, owns, async |_, _| Ok(Action::await_change()));
    plains.create(&PostParams::default(), &plain("a")).await.unwrap();
    kubewright_tests::eventually("several errors", async || {
        let calls = running.notes.calls();
        let errors = calls.iter().filter(|call| call.starts_with("error: ")).count();
        if errors >= 3 { Ok(()) } else { Err(calls) }
    })
    .await;
    assert!(plains.get("a").await.unwrap().status.is_none(), "the object does not say so");
    assert_eq!(ground.world.events("a").await, []);
}

#[tokio::test]
async fn a_read_without_the_right_to_it_fails_when_it_is_made() {
    let Some(ground) = Ground::new("unread").await else { return };
    let plains = ground.plains().await;
    let client = poor(&ground).await;
    let running = ground.run(
        client,
        |controller, _| controller,
        async |plain, notes| {
            Api::<Secret>::namespaced(notes.client.clone(), &plain.namespace().unwrap()).get("token").await?;
            Ok(Action::await_change())
        },
    );
    plains.create(&PostParams::default(), &plain("a")).await.unwrap();
    kubewright_tests::eventually("it is refused", async || {
        let calls = running.notes.calls();
        if calls.iter().any(|call| call.contains("secrets \"token\" is forbidden")) {
            Ok(())
        } else {
            Err(calls)
        }
    })
    .await;
}

/// A client that may watch plain objects alone.
async fn poor(ground: &Ground) -> Client {
    let rule = json!({"apiGroups": ["run.peers.test"], "resources": ["plains"], "verbs": ["list", "watch"]});
    Client::try_from(ground.world.poor(json!([rule])).await).unwrap()
}
