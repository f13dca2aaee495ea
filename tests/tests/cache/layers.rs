//! What the watch says and what our own writes were answered.

use kubewright::cache::{Selector, State};
use kubewright_tests::eventually;
use serde_json::json;

use crate::{
    tap::Fate,
    world::{World, next, value},
};

pub(crate) async fn own_writes_are_seen_at_once_and_wake_nobody(world: &World) {
    world.put(&world.user, "a", "theirs").await;
    let (tap, _caches, cache) = world.tapped().await;
    let mut changes = cache.subscribe();
    assert_eq!(next(&mut changes).await, "a ->theirs+");

    // The watch is held back: without the answers, the cache could not know.
    cache.wrote(world.put(&world.client, "a", "ours").await, "us");
    cache.wrote(world.put(&world.client, "b", "ours").await, "us");
    let seen = cache.list(Some(world.namespace.name()), &Selector::everything());
    assert_eq!(seen.iter().map(|object| value(object)).collect::<Vec<_>>(), ["ours", "ours"]);

    tap.open(Fate::AsItIs);
    world.put(&world.user, "a", "theirs again").await;
    assert_eq!(next(&mut changes).await, "a ours>theirs again", "both echoes were silent");
    world.put(&world.user, "b", "theirs too").await;
    assert_eq!(next(&mut changes).await, "b ours>theirs too");
    assert!(changes.try_recv().is_err());
    assert_eq!(cache.state(), State::Synced);
}

pub(crate) async fn own_deletions_are_hidden_at_once(world: &World) {
    let a = world.put(&world.user, "a", "theirs").await;
    let (tap, _caches, cache) = world.tapped().await;
    let mut changes = cache.subscribe();
    assert_eq!(next(&mut changes).await, "a ->theirs+");
    world.delete("a").await;
    cache.removed(&world.key("a"), &a.meta().uid);
    assert!(cache.get(&world.key("a")).is_none());
    cache.wrote(world.put(&world.client, "a", "made anew").await, "us");
    assert_eq!(value(&cache.get(&world.key("a")).unwrap()), "made anew");
    tap.open(Fate::AsItIs);
    assert_eq!(next(&mut changes).await, "a theirs>-");
    assert_eq!(value(&cache.get(&world.key("a")).unwrap()), "made anew", "an older deletion hides nothing");
    world.put(&world.user, "a", "theirs again").await;
    assert_eq!(next(&mut changes).await, "a made anew>theirs again");
}

pub(crate) async fn a_lost_label_is_a_deletion_from_the_scope(world: &World) {
    world.put(&world.user, "a", "theirs").await;
    let (tap, _caches, cache) = world.tapped().await;
    tap.open(Fate::AsItIs);
    let mut changes = cache.subscribe();
    assert_eq!(next(&mut changes).await, "a ->theirs+");
    world.merge(&world.user, "a", &json!({"metadata": {"labels": {"cached": "no"}}})).await;
    assert_eq!(next(&mut changes).await, "a theirs>-");
    assert!(cache.get(&world.key("a")).is_none());

    // Our own write of an object outside of the scope is not shown, and one that brings it back is.
    cache.wrote(world.merge(&world.client, "a", &json!({"data": {"value": "outside"}})).await, "us");
    assert!(cache.get(&world.key("a")).is_none());
    cache.wrote(world.put(&world.client, "a", "back").await, "us");
    eventually("the label is back", || async {
        cache.get(&world.key("a")).filter(|object| value(object) == "back").ok_or("absent")
    })
    .await;
}

pub(crate) async fn an_expired_watch_lists_anew_and_tells_the_difference(world: &World) {
    for name in ["changed", "deleted", "same"] {
        world.put(&world.user, name, "1").await;
    }
    let (tap, _caches, cache) = world.tapped().await;
    let mut changes = cache.subscribe();
    for name in ["changed", "deleted", "same"] {
        assert_eq!(next(&mut changes).await, format!("{name} ->1+"));
    }
    // This one is known from an event: a list writes the same object differently, and that is no change.
    tap.open(Fate::Short);
    world.put(&world.user, "watched", "1").await;
    assert_eq!(next(&mut changes).await, "watched ->1");

    eventually("the short watch is over", || async { (tap.waiting() == 1).then_some(()).ok_or("not yet") })
        .await;
    world.put(&world.user, "changed", "2").await;
    world.delete("deleted").await;
    world.put(&world.user, "new", "2").await;
    assert_eq!(tap.lists().len(), 1);
    tap.open(Fate::Expired);
    let mut told = vec![next(&mut changes).await, next(&mut changes).await, next(&mut changes).await];
    told.sort();
    assert_eq!(told, ["changed 1>2", "deleted 1>-", "new ->2"]);
    assert_eq!(tap.lists().len(), 2, "{:?}", tap.lists());
    tap.open(Fate::AsItIs);
    world.put(&world.user, "same", "3").await;
    assert_eq!(next(&mut changes).await, "same 1>3", "nothing was told of what the list found unchanged");
}
