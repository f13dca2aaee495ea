//! A create that finds something there.

use kubewright::apply::{Created, Holder, Waiting, create};
use serde_json::json;

use crate::{
    create::ghost,
    kinds, target,
    world::{NO_UID, World, uid, value},
};

pub(crate) async fn what_is_ours_is_applied(world: &World) {
    let kind = kinds::config_map();
    let labelled = json!({"metadata": {"labels": {"a": "b"}}, "data": {"x": "1"}});
    let created = world.create(&kind, "ours", labelled.clone()).await;
    world.edit(&kind, "ours", json!({"metadata": {"labels": null}})).await;
    target!(target, world, kind, "ours");
    let outcome = create(&target, &world.body(&kind, "ours", labelled.clone()), &world.owner).await.unwrap();
    let Created::Applied(bytes) = outcome else { panic!("{outcome:?}") };
    let applied = value(&bytes);
    assert_eq!(applied["metadata"]["labels"]["a"], "b");
    assert_eq!(uid(&applied), uid(&created));

    // Still ours when somebody cleared `controller` of our reference: the apply sets it again.
    let not_controller =
        json!([{"op": "replace", "path": "/metadata/ownerReferences/0/controller", "value": false}]);
    world.patch(&kind, "ours", "application/json-patch+json", not_controller).await;
    let outcome = create(&target, &world.body(&kind, "ours", labelled), &world.owner).await.unwrap();
    let Created::Applied(bytes) = outcome else { panic!("{outcome:?}") };
    assert_eq!(value(&bytes)["metadata"]["ownerReferences"][0]["controller"], true);
}

pub(crate) async fn what_is_on_its_way_out_is_waited_for(world: &World) {
    let kind = kinds::config_map();
    world.create(&kind, "going", json!({"metadata": {"finalizers": ["requests.example.com/hold"]}})).await;
    world.delete(&kind, "going").await;
    target!(target, world, kind, "going");
    let outcome = create(&target, &world.body(&kind, "going", json!({})), &world.owner).await.unwrap();
    assert!(matches!(outcome, Created::Wait(Waiting::Terminating)), "{outcome:?}");
    world.edit(&kind, "going", json!({"metadata": {"finalizers": null}})).await;

    let (earlier, now) = (ghost("00000000-0000-0000-0000-000000000001"), ghost(NO_UID));
    let body = world.body_of(&earlier, &kind, "old", json!({"data": {"x": "1"}}));
    let old = world.post(&kind, "old", body).await;
    target!(target, world, kind, "old");
    let body = world.body_of(&now, &kind, "old", json!({"data": {"x": "2"}}));
    let outcome = create(&target, &body, &now).await.unwrap();
    assert!(matches!(outcome, Created::Wait(Waiting::EarlierIncarnation)), "{outcome:?}");
    assert_eq!(world.get(&kind, "old").await, Some(old));
}

pub(crate) async fn a_strangers_object_is_left_alone(world: &World) {
    let kind = kinds::config_map();
    let users = world.post(&kind, "users", json!({"data": {"x": "users"}})).await;
    let mut controlled = ghost(NO_UID);
    controlled.name = "somebody".into();
    let body = world.body_of(&controlled, &kind, "controlled", json!({"data": {"x": "theirs"}}));
    let controlled = world.post(&kind, "controlled", body).await;
    let rows = [
        ("users", users, Holder::Managers(vec!["kubectl".into()])),
        ("controlled", controlled, Holder::Controller { kind: "Ghost".into(), name: "somebody".into() }),
    ];
    for (name, before, holder) in rows {
        target!(target, world, kind, name);
        let body = world.body(&kind, name, json!({"data": {"x": "ours"}}));
        let outcome = create(&target, &body, &world.owner).await.unwrap();
        assert!(matches!(&outcome, Created::NameTaken(by) if *by == holder), "{outcome:?}");
        assert_eq!(world.get(&kind, name).await, Some(before));
    }
}
