//! The forced apply with the child's uid.

use http::Method;
use kubewright::{
    apply::{Applied, update},
    client::Call,
};
use serde_json::json;

use crate::{
    kinds, target,
    world::{World, uid},
};

pub(crate) async fn an_update_is_bound_to_the_incarnation(world: &World) {
    for (kind, one, two) in [
        (kinds::config_map(), json!({"data": {"x": "1"}}), json!({"data": {"x": "2"}})),
        (kinds::foo(), json!({"spec": {"size": 1}}), json!({"spec": {"size": 2}})),
        (
            kinds::deployment(),
            kinds::deployment_spec(json!({})),
            kinds::deployment_spec(json!({"paused": true})),
        ),
    ] {
        let created = world.create(&kind, "c", one.clone()).await;
        let updated = world.update(&kind, "c", uid(&created), two.clone()).await;
        assert_eq!(uid(&updated), uid(&created));
        assert_ne!(updated["metadata"]["resourceVersion"], created["metadata"]["resourceVersion"]);

        // Recreated by a stranger: not taken over.
        target!(target, world, kind, "c");
        let body = world.body(&kind, "c", one.clone());
        let strangers = world.recreate(&kind, "c", one).await;
        assert!(matches!(update(&target, &body, uid(&created)).await.unwrap(), Applied::Stale), "{kind}");
        let live = world.get(&kind, "c").await.unwrap();
        assert_eq!(live["metadata"]["ownerReferences"], strangers["metadata"]["ownerReferences"]);

        // Absent: not resurrected.
        world.delete(&kind, "c").await;
        assert!(matches!(update(&target, &body, uid(&created)).await.unwrap(), Applied::Stale), "{kind}");
        assert_eq!(world.get(&kind, "c").await, None);

        // Why the uid: a resourceVersion alone would have brought it back.
        let mut bound = body.clone();
        bound["metadata"]["resourceVersion"] = created["metadata"]["resourceVersion"].clone();
        let call = Call::send(Method::PATCH, kind.path(target.key), "application/apply-patch+yaml", &bound);
        let call = call.query("fieldManager", "other").query("force", "true");
        assert_eq!(world.user.call(call).await.unwrap().status, 201, "{kind}");
        world.delete(&kind, "c").await;
    }
}

pub(crate) async fn no_change_changes_nothing(world: &World) {
    let kind = kinds::foo();
    let rest = json!({"spec": {"size": 1}});
    let created = world.create(&kind, "same", rest.clone()).await;
    let updated = world.update(&kind, "same", uid(&created), rest.clone()).await;
    assert_eq!(updated, created);
    // What others add survives; what they change is put back.
    world
        .edit(
            &kind,
            "same",
            json!({"spec": {"size": 7, "note": "theirs"}, "metadata": {"labels": {"l": "theirs"}}}),
        )
        .await;
    let updated = world.update(&kind, "same", uid(&created), rest).await;
    assert_eq!(updated["spec"], json!({"size": 1, "note": "theirs"}));
    assert_eq!(updated["metadata"]["labels"]["l"], "theirs");
    // What we no longer send goes.
    let updated = world.update(&kind, "same", uid(&created), json!({})).await;
    assert_eq!(updated["spec"], json!({"note": "theirs"}));
}
