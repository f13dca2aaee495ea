//! Deletion with the child's uid.

use kubewright::apply::{Deleted, delete};
use serde_json::json;

use crate::{
    kinds, target,
    world::{World, meta, uid, value},
};

pub(crate) async fn deletions_are_bound_to_the_incarnation(world: &World) {
    let kind = kinds::config_map();
    target!(target, world, kind, "c");
    let created = world.create(&kind, "c", json!({})).await;
    assert!(matches!(delete(&target, uid(&created)).await.unwrap(), Deleted::Removed));
    assert_eq!(world.get(&kind, "c").await, None);
    assert!(matches!(delete(&target, uid(&created)).await.unwrap(), Deleted::Stale));

    let other =
        world.post(&kind, "c", json!({"metadata": {"finalizers": ["requests.example.com/hold"]}})).await;
    assert!(matches!(delete(&target, uid(&created)).await.unwrap(), Deleted::Stale));
    assert_eq!(world.get(&kind, "c").await.as_ref(), Some(&other));

    for _ in 0..2 {
        let Deleted::Marked(bytes) = delete(&target, uid(&other)).await.unwrap() else { panic!("removed") };
        assert!(meta(&value(&bytes)).is_deleting());
    }
    world.edit(&kind, "c", json!({"metadata": {"finalizers": null}})).await;
    assert_eq!(world.get(&kind, "c").await, None);
}
