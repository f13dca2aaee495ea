//! The guarded merge patch of the list of finalizers.

use kubewright::apply::{
    Finalizers,
    finalizer::{add, remove},
};
use serde_json::{Value, json};

use crate::{
    kinds, target,
    world::{World, meta, uid, value},
};

const OURS: &str = "requests.example.com/ours";
const THEIRS: &str = "requests.example.com/theirs";

fn written(outcome: Finalizers) -> Value {
    match outcome {
        Finalizers::Written(bytes) => value(&bytes),
        other => panic!("{other:?}"),
    }
}

pub(crate) async fn the_list_is_changed_by_our_entry_alone(world: &World) {
    let kind = kinds::foo();
    target!(target, world, kind, "a");
    let first = world.post(&kind, "a", json!({"metadata": {"finalizers": [THEIRS]}})).await;
    let added = written(add(&target, OURS, &meta(&first)).await.unwrap());
    assert_eq!(added["metadata"]["finalizers"], json!([THEIRS, OURS]));
    assert!(matches!(add(&target, OURS, &meta(&added)).await.unwrap(), Finalizers::Unchanged(None)));

    // By an old copy: 409, read, and it is there already.
    let outcome = add(&target, OURS, &meta(&first)).await.unwrap();
    assert!(matches!(outcome, Finalizers::Unchanged(Some(_))), "{outcome:?}");

    // By an old copy, and there is something to write: 409, read, computed anew from what is there now.
    world
        .edit(&kind, "a", json!({"metadata": {"finalizers": [THEIRS, OURS, "requests.example.com/new"]}}))
        .await;
    let removed = written(remove(&target, &[OURS], &meta(&added)).await.unwrap());
    assert_eq!(removed["metadata"]["finalizers"], json!([THEIRS, "requests.example.com/new"]));

    // An entry that an update-style writer put there goes too, and with it the list; the object stays.
    let names = [THEIRS, "requests.example.com/new", "requests.example.com/former"];
    let emptied = written(remove(&target, &names, &meta(&removed)).await.unwrap());
    assert_eq!(emptied["metadata"].get("finalizers"), None);
    assert!(world.get(&kind, "a").await.is_some());
    world.delete(&kind, "a").await;
    assert!(matches!(add(&target, OURS, &meta(&emptied)).await.unwrap(), Finalizers::Gone));
}

pub(crate) async fn an_object_that_goes_gets_no_finalizer(world: &World) {
    let kind = kinds::foo();
    target!(target, world, kind, "b");
    let before = world.post(&kind, "b", json!({"metadata": {"finalizers": [THEIRS, OURS]}})).await;
    world.delete(&kind, "b").await;
    let live = world.get(&kind, "b").await.unwrap();

    // Seen by the mark in our copy; by the mark in the copy read after a 409; by the server's 422.
    let mut unmarked = meta(&live);
    unmarked.deletion_timestamp = None;
    for meta in [meta(&live), meta(&before), unmarked] {
        let outcome = add(&target, "requests.example.com/more", &meta).await.unwrap();
        assert!(matches!(outcome, Finalizers::Deleting), "{outcome:?}");
    }
    assert!(world.count("PATCH", "409") >= 1 && world.count("PATCH", "422") >= 1);
    assert_eq!(world.get(&kind, "b").await.unwrap(), live);

    let held = written(remove(&target, &[OURS], &meta(&live)).await.unwrap());
    assert_eq!(held["metadata"]["finalizers"], json!([THEIRS]));
    // The answer to the last removal is 200 with an object that no longer exists.
    let answers = world.count("PATCH", "200");
    assert!(matches!(remove(&target, &[THEIRS], &meta(&held)).await.unwrap(), Finalizers::Gone));
    assert_eq!(world.count("PATCH", "200"), answers + 1);
    assert_eq!(world.get(&kind, "b").await, None);
}

pub(crate) async fn another_object_of_the_name_is_left_alone(world: &World) {
    let kind = kinds::foo();
    target!(target, world, kind, "c");
    let before = world.post(&kind, "c", json!({})).await;
    let other = world.recreate(&kind, "c", json!({"metadata": {"finalizers": [OURS]}})).await;
    assert_ne!(uid(&before), uid(&other));
    assert!(matches!(add(&target, THEIRS, &meta(&before)).await.unwrap(), Finalizers::Gone));
    let mut ours = meta(&before);
    ours.finalizers = vec![OURS.to_owned()];
    assert!(matches!(remove(&target, &[OURS], &ours).await.unwrap(), Finalizers::Gone));
    assert_eq!(world.get(&kind, "c").await, Some(other));
    world.edit(&kind, "c", json!({"metadata": {"finalizers": null}})).await;
}
