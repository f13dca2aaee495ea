//! Credentials that change while an operator works.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use kubewright::k8s::core::v1::ConfigMap;
use kubewright_tests::{
    Gadget, Script, World,
    faults::{Asked, FastClock, Fault, Faults},
};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replaced_token_is_read_when_the_old_one_is_refused() {
    let Some(world) = World::of::<Gadget>("token").await else { return };
    let faults = Faults::before(&world.cluster).await;
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(&file, "first").unwrap();
    let replaced = Arc::new(AtomicBool::new(false));
    let now = replaced.clone();
    faults.play(move |asked: &Asked| {
        let good = if now.load(Ordering::SeqCst) { "second" } else { "first" };
        (asked.token.as_deref() != Some(good)).then_some(Fault::Refuse(401, None))
    });
    let mut config = faults.config();
    config.auth_info.token_file = Some(file.path().display().to_string());
    let manager = world.manager_of(config).clock(Arc::new(FastClock::new(10)));
    let running = manager.operator::<Gadget>(Script::default()).start().unwrap();
    let says = |value: &'static str| move |found: &Value| found["data"]["value"] == value;
    world.create_as::<Gadget>(json!({"metadata": {"name": "a"}, "spec": {"value": 1}})).await;
    world.until::<ConfigMap>("a", "says 1", says("1")).await;
    world.until_said::<Gadget>("a", "Ready", "True/Available").await;
    assert_eq!(faults.notes(), [""; 0]);

    fs::write(&file, "second").unwrap();
    replaced.store(true, Ordering::SeqCst);
    world.edit::<Gadget>("a", json!({"spec": {"value": 2}})).await;
    world.until::<ConfigMap>("a", "says 2", says("2")).await;
    world.until_said::<Gadget>("a", "Ready", "True/Available").await;
    // What was under way with the old token, and no try more.
    assert!(faults.notes().len() <= 2, "{:#?}", faults.notes());
    assert!(running.stop().await);
}
