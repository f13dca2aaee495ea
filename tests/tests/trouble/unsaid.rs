//! Objects of which the status cannot be written: for want of the right, or because they are gone.

use std::{sync::Arc, time::Duration};

use kubewright::{
    clock::ManualClock,
    k8s::{core::v1::ConfigMap, rbac::v1::Role},
};
use kubewright_tests::{Act, Gadget, Logs, Place, Script, World, eventually};
use serde_json::{Value, json};
use tracing_subscriber::filter::LevelFilter;

use crate::{gadget, ticking::Ticking};

fn rules(with_status: bool) -> Value {
    let rule = |group: &str, resource: &str, verbs: &[&str]| json!({"apiGroups": [group], "resources": [resource], "verbs": verbs});
    let status = if with_status { "patch" } else { "get" };
    json!([
        rule("gadget.kubewright.test", "gadgets", &["get", "list", "watch", "patch"]),
        rule("gadget.kubewright.test", "gadgets/status", &[status]),
        rule("", "configmaps", &["get", "list", "watch", "create", "patch", "delete"]),
        rule("events.k8s.io", "events", &["create", "patch"]),
    ])
}

#[tokio::test]
async fn a_status_that_may_not_be_written_is_told_in_an_event_the_log_and_the_health() {
    let Some(world) = World::of::<Gadget>("unsaid").await else { return };
    let (clock, logs) = (ManualClock::new(), Logs::capture(LevelFilter::WARN));
    let manager = world.manager_of(world.poor(rules(false)).await).clock(Arc::new(clock.clone()));
    let running = manager.operator::<Gadget>(Script::default()).start().unwrap();
    let ticking = Ticking::begin(&clock);
    for name in ["one", "two"] {
        world.create(&gadget(name, 1)).await;
    }
    let right =
        format!("no right to patch gadgets.gadget.kubewright.test/status in namespace {}", world.namespace);
    for name in ["one", "two"] {
        let events = world.until_events(name).await;
        assert!(matches!(&events[..], [(text, _)] if *text == format!("Forbidden: {right}")), "{events:?}");
        world.until::<ConfigMap>(name, "its child is made all the same", |_| true).await;
    }
    eventually("its health names the right", async || {
        let problems: Vec<_> = running.health().problems.iter().map(ToString::to_string).collect();
        let wanted = format!("gadget-operator: {right}, which 2 objects need");
        if problems == [wanted] { Ok(()) } else { Err(problems) }
    })
    .await;
    drop(ticking);
    world.quiet(&running).await;
    let lines: Vec<_> = logs.text().lines().map(str::to_owned).collect();
    assert!(matches!(&lines[..], [line] if line.contains(&right)), "one cause, one line: {lines:#?}");

    world.edit::<Role>("poor", json!({"rules": rules(true)})).await;
    let _ticking = Ticking::begin(&clock);
    for name in ["one", "two"] {
        world.until_said::<Gadget>(name, "Ready", "True/Available").await;
    }
    world.quiet(&running).await;
    assert!(running.health().is_ready(), "{:#?}", running.health());
    assert!(running.stop().await);
}

#[tokio::test]
async fn an_object_that_goes_during_its_pass_is_no_error() {
    let Some(world) = World::of::<Gadget>("went").await else { return };
    let (clock, script) = (ManualClock::new(), Script::default());
    let running = world.start_at::<Gadget>(script.clone(), clock.clone()).await;
    let logs = Logs::capture(LevelFilter::WARN);
    let places = [("in-desired", Place::Desired), ("in-observe", Place::Observe)];
    for (name, place) in places {
        script.tell(name, place, Act::Hold);
        world.create(&gadget(name, 1)).await;
    }
    eventually("both are held", async || (script.running() == 2).then_some(()).ok_or(script.running())).await;
    for (name, _) in places {
        world.edit::<Gadget>(name, json!({"metadata": {"finalizers": null}})).await;
        world.delete::<Gadget>(name).await;
        world.until_gone::<Gadget>(name).await;
    }
    script.release();
    for _ in 0..20 {
        world.quiet(&running).await;
        clock.advance(Duration::from_secs(5));
    }
    for (name, _) in places {
        // What was made for one that is gone goes after it.
        world.until_gone::<ConfigMap>(name).await;
        assert_eq!(world.events(name).await, []);
    }
    world.quiet(&running).await;
    let stats = &running.queues()[0];
    assert_eq!((stats.retries, stats.ready, stats.delayed), (0, 0, 0), "{stats:?}");
    assert_eq!(logs.text(), "");
    assert!(running.stop().await);
}
