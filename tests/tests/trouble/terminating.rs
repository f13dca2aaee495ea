//! A namespace that goes away with everything in it.

use kubewright::k8s::core::v1::ConfigMap;
use kubewright_tests::{Act, Gadget, Logs, Place, Script, World, eventually};
use serde_json::json;
use tracing_subscriber::filter::LevelFilter;

use crate::gadget;

#[tokio::test]
async fn objects_of_a_namespace_that_goes_are_cleaned_up_in_silence() {
    let Some(mut world) = World::of::<Gadget>("stays").await else { return };
    let Some(mut going) = World::of::<Gadget>("goes").await else { return };
    going.agent.clone_from(&world.agent);
    let script = Script::default();
    let manager = world.manager().await.namespaces([world.namespace.name(), going.namespace.name()]);
    let running = manager.operator::<Gadget>(script.clone()).start().unwrap();
    for name in ["one", "two"] {
        going.create(&gadget(name, 1)).await;
        going.until_said::<Gadget>(name, "Ready", "True/Available").await;
    }
    // Something of others holds the namespace for a while, and a pass is under way when it begins to go.
    let held = json!({"metadata": {"name": "held", "finalizers": ["others.kubewright.test/hold"]}});
    going.create_as::<ConfigMap>(held).await;
    script.tell("late", Place::Desired, Act::Hold);
    going.create(&gadget("late", 1)).await;
    eventually("a pass is held", async || (script.running() == 1).then_some(()).ok_or(())).await;

    let logs = Logs::capture(LevelFilter::WARN);
    let name = going.namespace.name().to_owned();
    world.mark().await;
    going.end_namespace().await;
    script.release();
    // All goes with the namespace; here it need not wait for its turn.
    for name in ["one", "two", "late"] {
        going.delete::<Gadget>(name).await;
    }
    for name in ["one", "two", "late"] {
        going.until_gone::<Gadget>(name).await;
        assert_eq!(script.calls(name, Place::Cleanup), 1, "{name}");
    }
    // Elsewhere all is as before.
    world.create(&gadget("other", 1)).await;
    world.until_said::<Gadget>("other", "Ready", "True/Available").await;
    world.quiet(&running).await;
    // Nothing of ours holds the namespace, and from now on nothing of others does.
    going.edit::<ConfigMap>("held", json!({"metadata": {"finalizers": null}})).await;

    assert_eq!(logs.text(), "", "a namespace that goes is no error");
    let requests = world.requests().await;
    let made = requests.iter().filter(|r| r.namespace == name && r.is_write() && r.code == 201).count();
    assert_eq!(made, 0, "{requests:#?}");
    assert!(
        requests.iter().any(|r| r.namespace == name && r.code == 403),
        "the held pass tried: {requests:#?}"
    );
    let stats = &running.queues()[0];
    assert_eq!((stats.retries, stats.delayed), (0, 0), "{stats:?}");
    assert!(running.stop().await);
}
