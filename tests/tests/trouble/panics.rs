//! A panic in an operator's code is one failed pass of one object.

use std::time::Duration;

use kubewright::{clock::ManualClock, object::ObjectKey};
use kubewright_tests::{Act, Gadget, Logs, Place, Script, World, eventually, message};
use serde_json::{Value, json};
use tracing_subscriber::filter::LevelFilter;

use crate::gadget;

const FINALIZER: &str = "gadget.kubewright.test/finalizer";
const ACTS: [(&str, Act); 3] =
    [("at-call", Act::PanicAtCall), ("before", Act::PanicBefore), ("after", Act::PanicAfter)];

fn is_guarded(object: &Value) -> bool {
    object["metadata"]["finalizers"] == json!([FINALIZER])
}

#[tokio::test]
async fn panics_are_contained_wherever_they_come_from() {
    let Some(world) = World::of::<Gadget>("panics").await else { return };
    let (clock, script) = (ManualClock::new(), Script::default());
    let running = world.start_at::<Gadget>(script.clone(), clock.clone()).await;
    let queue = running.queue(0).unwrap();
    let logs = Logs::capture(LevelFilter::ERROR);
    let places = [("desired", Place::Desired), ("observe", Place::Observe), ("cleanup", Place::Cleanup)];
    let mut bad = Vec::new();
    for (function, place) in places {
        for (when, act) in ACTS {
            let name = format!("{function}-{when}");
            script.tell(&name, place, act);
            world.create(&gadget(&name, 1)).await;
            bad.push((name, function, place));
        }
    }
    for (name, function, place) in &bad {
        if *place == Place::Cleanup {
            world.until_said::<Gadget>(name, "Ready", "True/Available").await;
            world.delete::<Gadget>(name).await;
        }
        let object = world.until_said::<Gadget>(name, "Ready", "False/Panicked").await;
        let text = message(&object, "Ready");
        assert!(text.contains(&format!("`{function}`")) && text.contains("told to panic"), "{text}");
        assert!(is_guarded(&object), "{}", object["metadata"]);
        // Where it was is told to those who read the log, and to nobody else.
        assert!(!text.contains(".rs"), "{text}");
        let lines = logs.lines_with(&format!("/{name}"));
        assert!(lines.iter().any(|line| line.contains("panicked at tests/src/script.rs:")), "{lines:?}");
        let events = world.until_events(name).await;
        assert!(matches!(&events[..], [(text, 1)] if text.starts_with("Panicked: ")), "{events:?}");
    }

    // Each is tried again, ever later.
    for (name, ..) in &bad {
        let key = ObjectKey::namespaced(world.namespace.name(), name);
        eventually(&format!("{name} has failed three times"), async || {
            clock.advance(Duration::from_millis(5));
            let failures = queue.failures(&key);
            (failures >= 3).then_some(()).ok_or(failures)
        })
        .await;
    }
    // Others go on.
    world.create(&gadget("good", 1)).await;
    world.until_said::<Gadget>("good", "Ready", "True/Available").await;
    for (name, ..) in &bad {
        assert!(is_guarded(&world.read::<Gadget>(name).await.unwrap()), "{name}");
    }

    for (name, _, place) in &bad {
        script.clear(name, *place);
    }
    queue.idle().await;
    clock.advance(Duration::from_secs(2000));
    for (name, _, place) in &bad {
        match place {
            Place::Cleanup => world.until_gone::<Gadget>(name).await,
            _ => drop(world.until_said::<Gadget>(name, "Ready", "True/Available").await),
        }
    }
    queue.idle().await;
    assert_eq!(queue.stats().delayed, 0);
    assert!(running.stop().await);
}

#[tokio::test]
async fn panics_in_what_a_webhook_would_run_are_contained_too() {
    let Some(world) = World::of::<Gadget>("admission").await else { return };
    let script = Script::default();
    let running = world.start::<Gadget>(script.clone()).await;
    let rows = [("validate", Gadget::PANIC_IN_VALIDATE), ("default", Gadget::PANIC_IN_DEFAULT)];
    for (function, value) in rows {
        world.create(&gadget(function, value)).await;
        let object = world.until_said::<Gadget>(function, "Ready", "False/Panicked").await;
        let text = message(&object, "Ready");
        assert!(
            text.contains(&format!("`{function}` panicked: ")) && text.contains("told to panic"),
            "{text}"
        );
        assert_eq!(script.calls(function, Place::Desired), 0, "a refused object wants nothing");
        assert!(script.calls(function, Place::Observe) > 0, "and is looked at all the same");
    }
    world.create(&gadget("good", 1)).await;
    world.until_said::<Gadget>("good", "Ready", "True/Available").await;
    for (function, _) in rows {
        world.edit::<Gadget>(function, json!({"spec": {"value": 1}})).await;
        world.until_said::<Gadget>(function, "Ready", "True/Available").await;
    }
    assert!(running.stop().await);
}
