//! `source`: keys from outside, and sources that end or break.

use std::{
    convert::Infallible,
    sync::{Arc, Mutex},
    time::Duration,
};

use kubewright::{
    clock::ManualClock,
    prelude::*,
    source::{Stream, stream},
};
use kubewright_tests::{Logs, Place, Script, World, eventually};
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tracing_subscriber::filter::LevelFilter;

/// An object that others ask for.
#[operator(
    group = "oracle.kubewright.test", version = "v1", state = Temple,
    source = asked, source = none, source = breaks_at_once, source = breaks_later, source = hourly,
)]
pub(crate) struct OracleSpec {
    /// Whether it is asked every hour.
    #[crd(default = false)]
    pub(crate) hourly: bool,
}

/// Where they ask.
pub(crate) struct Temple {
    script: Script,
    asked: Mutex<Option<UnboundedReceiver<ObjectKey>>>,
}

fn asked(cx: SourceContext<Oracle>) -> impl Stream<Item = ObjectKey> {
    let asked = cx.state().asked.lock().unwrap().take().unwrap();
    stream::unfold(asked, async |mut asked| Some((asked.recv().await?, asked)))
}

fn none(_: SourceContext<Oracle>) -> stream::Empty<ObjectKey> {
    stream::empty()
}

fn breaks_at_once(_: SourceContext<Oracle>) -> stream::Empty<ObjectKey> {
    panic!("told to panic before there is a stream")
}

fn breaks_later(_: SourceContext<Oracle>) -> impl Stream<Item = ObjectKey> {
    stream::once(async { panic!("told to panic in the stream") })
}

fn hourly(cx: SourceContext<Oracle>) -> impl Stream<Item = ObjectKey> {
    cx.every(minutes(60), |oracle| oracle.spec.hourly)
}

impl Reconcile for Oracle {
    type Error = Infallible;

    async fn desired(&self, cx: &Context<Self>) -> Result<OracleChildren, Infallible> {
        cx.state().script.note_call(Place::Desired, &self.name_any());
        Ok(OracleChildren {})
    }
}

#[tokio::test]
async fn keys_from_outside_wake_and_broken_sources_break_nothing() {
    let Some(world) = World::of::<Oracle>("outside").await else { return };
    for (name, hourly) in [("delphi", false), ("siwa", true), ("dodona", true)] {
        world.create_as::<Oracle>(json!({"metadata": {"name": name}, "spec": {"hourly": hourly}})).await;
    }
    let (ask, receiver) = unbounded_channel();
    let (clock, script) = (ManualClock::new(), Script::default());
    let logs = Logs::capture(LevelFilter::WARN);
    let temple = Temple { script: script.clone(), asked: Mutex::new(Some(receiver)) };
    let manager = world.manager().await.clock(Arc::new(clock.clone()));
    let running = manager.operator::<Oracle>(temple).start().unwrap();
    let key = |name: &str| ObjectKey::namespaced(world.namespace.name(), name);
    let calls = || ["delphi", "siwa", "dodona"].map(|name| script.calls(name, Place::Desired));
    let until = async |wanted: [usize; 3]| {
        eventually(
            &format!("passes: {wanted:?}"),
            async || {
                if calls() == wanted { Ok(()) } else { Err(calls()) }
            },
        )
        .await;
    };
    until([1, 1, 1]).await;

    ask.send(key("delphi")).unwrap();
    until([2, 1, 1]).await;
    // What is not there, or cannot be, is no harm.
    for absent in [key("claros"), ObjectKey::namespaced("nowhere", "delphi"), ObjectKey::new(None, "delphi")]
    {
        ask.send(absent).unwrap();
    }
    ask.send(key("siwa")).unwrap();
    until([2, 2, 1]).await;
    world.quiet(&running).await;
    let stats = running.queues()[0].clone();
    assert_eq!((stats.known, stats.starts), (0, 8), "{stats:?}");

    for round in 1..=3 {
        clock.advance(Duration::from_secs(3600));
        until([2, 2 + round, 1 + round]).await;
    }
    // Hours that nobody was awake for are not made up for.
    clock.advance(Duration::from_secs(3600 * 10));
    until([2, 6, 5]).await;
    world.quiet(&running).await;
    assert_eq!(calls(), [2, 6, 5]);

    let told = ["none", "breaks_at_once", "breaks_later", "asked", "hourly"];
    let told = told.map(|name| logs.lines_with(&format!("source=\"{name}\"")));
    let [ended, [at_once, later]] = [&told[0][..], &[told[1].join(""), told[2].join("")]] else {
        panic!("one line for each: {told:?}")
    };
    assert!(matches!(ended, [line] if line.contains("WARN") && line.contains("has ended")), "{ended:?}");
    assert!(
        at_once.contains("ERROR") && later.contains("ERROR") && told[3..].iter().all(Vec::is_empty),
        "{told:?}"
    );
    assert!(running.stop().await);
    assert!(ask.is_closed(), "the source ends with its operator");
}
