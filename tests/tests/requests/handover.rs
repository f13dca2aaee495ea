//! Fields that are left to others.

use kubewright::{
    apply::{HandedOver, Path, Target, hand_over},
    object::{Kind, Object},
};
use serde_json::{Value, json};

use crate::{
    kinds, target,
    world::{MANAGER, World, uid},
};

fn object(value: &Value) -> Object {
    Object::from_slice(value.to_string().as_bytes(), &[MANAGER]).unwrap()
}

async fn hand(world: &World, kind: &Kind, name: &str, rest: Value, found: &Value) -> HandedOver {
    target!(target, world, kind, name);
    let target: Target<'_> = target;
    let paths = ["spec.replicas", "metadata.annotations[a/b]"].map(Path::parse);
    hand_over(&target, &world.body(kind, name, rest), &paths, &object(found)).await.unwrap()
}

pub(crate) async fn a_field_keeps_the_value_that_it_has_now(world: &World) {
    let kind = kinds::deployment();
    let mut with = kinds::deployment_spec(json!({"replicas": 4, "paused": true}));
    with["metadata"] = json!({"annotations": {"a/b": "x"}});
    let mut without = with.clone();
    without["spec"].as_object_mut().unwrap().remove("replicas");
    without["metadata"] = json!({});

    // Known as it is: one request. Of what is still sent, or was never ours, nothing is said.
    let created = world.create(&kind, "d", with.clone()).await;
    let before = world.count("PATCH", "200");
    assert_eq!(hand(world, &kind, "d", with.clone(), &created).await, HandedOver::Ready);
    assert_eq!(world.count("PATCH", "200"), before);
    assert_eq!(hand(world, &kind, "d", without.clone(), &created).await, HandedOver::Ready);
    assert_eq!((world.count("PATCH", "200"), world.count("GET", "200")), (before + 1, 0));
    let updated = world.update(&kind, "d", uid(&created), without.clone()).await;
    assert_eq!(updated["spec"]["replicas"], 4);
    assert_eq!(updated["metadata"]["annotations"]["a/b"], "x");

    // Known as it was: somebody else has scaled it meanwhile, so it is not ours to hand over.
    let created = world.create(&kind, "e", with.clone()).await;
    world.edit(&kind, "e", json!({"spec": {"replicas": 7}})).await;
    assert_eq!(hand(world, &kind, "e", without.clone(), &created).await, HandedOver::Ready);
    let updated = world.update(&kind, "e", uid(&created), without.clone()).await;
    assert_eq!(updated["spec"]["replicas"], 7);
    assert_eq!(updated["metadata"]["annotations"]["a/b"], "x");

    // Known by its metadata alone, as after a conflict.
    let created = world.create(&kind, "f", with.clone()).await;
    let metadata = json!({"metadata": created["metadata"]});
    assert_eq!(hand(world, &kind, "f", without.clone(), &metadata).await, HandedOver::Ready);
    let updated = world.update(&kind, "f", uid(&created), without.clone()).await;
    assert_eq!(updated["spec"]["replicas"], 4);

    // Another one, or none: nothing is written.
    world.recreate(&kind, "f", with).await;
    assert_eq!(hand(world, &kind, "f", without.clone(), &created).await, HandedOver::Stale);
    let live = object(&world.get(&kind, "f").await.unwrap());
    assert!(
        live.other_managers().iter().all(|name| !name.starts_with(MANAGER)),
        "{:?}",
        live.other_managers()
    );
    world.delete(&kind, "f").await;
    assert_eq!(hand(world, &kind, "f", without, &created).await, HandedOver::Stale);
    assert_eq!(world.get(&kind, "f").await, None);
}
