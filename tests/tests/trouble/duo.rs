//! Two operators of one kind in one process: each is woken by what the other writes, and by nothing of its own.

use kubewright::manager::Running;
use kubewright_tests::{Act, Place, Script, World, eventually};
use serde_json::json;

/// Writes a status.
mod writer {
    use kubewright::prelude::*;
    use kubewright_tests::{Place, Script, Trouble, TroubleStatus};

    #[operator(
        name = "duo-writer-operator", group = "duo.kubewright.test", version = "v1", kind = Duo,
        status = TroubleStatus, finalizer = "duo.kubewright.test/writer", state = Script,
    )]
    pub(crate) struct DuoSpec {
        #[crd(default = 0)]
        pub(crate) value: i64,
    }

    impl Reconcile for Duo {
        type Error = Trouble;

        async fn desired(&self, cx: &Context<Self>) -> Result<DuoChildren, Trouble> {
            cx.state().note_call(Place::Desired, &self.name_any());
            Ok(DuoChildren {})
        }

        async fn observe(
            &self,
            cx: &Context<Self>,
            _seen: &DuoObserved,
            status: &mut TroubleStatus,
        ) -> Result<Action, Trouble> {
            status.value = self.spec.value;
            cx.state().play(Place::Observe, &self.name_any()).await
        }
    }

    impl Cleanup for Duo {
        async fn cleanup(&self, _: &Context<Self>) -> Result<Cleaned, Trouble> {
            Ok(Cleaned::Done)
        }
    }
}

/// Is woken by the status, and writes none.
mod reader {
    use std::convert::Infallible;

    use kubewright::prelude::*;
    use kubewright_tests::{Place, Script};

    #[operator(
        name = "duo-reader-operator", group = "duo.kubewright.test", version = "v1", kind = Duo,
        on(generation, status), finalizer = "duo.kubewright.test/reader", state = Script,
    )]
    pub(crate) struct DuoSpec {
        #[crd(default = 0)]
        pub(crate) value: i64,
    }

    impl Reconcile for Duo {
        type Error = Infallible;

        async fn desired(&self, cx: &Context<Self>) -> Result<DuoChildren, Infallible> {
            cx.state().note_call(Place::Desired, &self.name_any());
            Ok(DuoChildren {})
        }
    }

    impl Cleanup for Duo {
        async fn cleanup(&self, _: &Context<Self>) -> Result<Cleaned, Infallible> {
            Ok(Cleaned::Done)
        }
    }
}

struct Test {
    world: World,
    writer: Script,
    reader: Script,
    running: Running,
}

impl Test {
    async fn quiet(&self) {
        // What one of them writes may be the other's to look at.
        for _ in 0..3 {
            self.world.quiet(&self.running).await;
            self.running.queue(1).unwrap().idle().await;
        }
    }

    fn calls(&self) -> [usize; 2] {
        [&self.writer, &self.reader].map(|script| script.calls("pair", Place::Desired))
    }

    async fn until_read(&self, passes: usize) {
        eventually("the reader is woken", async || match self.calls() {
            [_, read] if read >= passes => Ok(()),
            calls => Err(calls),
        })
        .await;
    }
}

#[tokio::test]
async fn what_one_writes_wakes_the_other_and_not_itself() {
    let Some(mut world) = World::of::<writer::Duo>("duo").await else { return };
    let (writer, reader) = (Script::default(), Script::default());
    world.mark().await;
    let manager = world.manager().await;
    let manager = manager.operator::<writer::Duo>(writer.clone()).operator::<reader::Duo>(reader.clone());
    let running = manager.start().unwrap();
    let mut test = Test { world, writer, reader, running };
    test.world.create_as::<writer::Duo>(json!({"metadata": {"name": "pair"}, "spec": {}})).await;
    test.world.until_said::<writer::Duo>("pair", "Ready", "True/Available").await;
    let both = |duo: &serde_json::Value| {
        let finalizers = duo["metadata"]["finalizers"].as_array();
        finalizers.is_some_and(|finalizers| finalizers.len() == 2)
    };
    test.world.until::<writer::Duo>("pair", "both have their finalizers", both).await;
    test.quiet().await;
    // They share what they watch.
    let requests = test.world.requests().await;
    let lists = requests.iter().filter(|request| request.is_list()).map(|request| &*request.resource);
    assert_eq!(lists.collect::<Vec<_>>(), ["duos"]);

    // The reader has seen the edit, and is at rest, when the status is written.
    test.writer.tell("pair", Place::Observe, Act::Hold);
    test.world.mark().await;
    let [written, read] = test.calls();
    test.world.edit::<writer::Duo>("pair", json!({"spec": {"value": 5}})).await;
    test.until_read(read + 1).await;
    test.running.queue(1).unwrap().idle().await;
    let [_, read] = test.calls();
    test.writer.release();
    test.world.until::<writer::Duo>("pair", "the status is written", |duo| duo["status"]["value"] == 5).await;
    test.until_read(read + 1).await;
    test.quiet().await;
    assert_eq!(test.world.sent().await, ["patch duos/status pair 200"]);
    // One more of the writer if it saw its own write before the answer.
    let [now_written, now_read] = test.calls();
    assert!((1..=2).contains(&(now_written - written)) && now_read == read + 1, "{:?}", test.calls());

    // Neither cares for the finalizer of the other; each puts its own back.
    for name in ["writer", "reader"] {
        let left = format!("duo.kubewright.test/{}", if name == "writer" { "reader" } else { "writer" });
        test.world.mark().await;
        test.world.edit::<writer::Duo>("pair", json!({"metadata": {"finalizers": [left]}})).await;
        test.world.until::<writer::Duo>("pair", "both have their finalizers", both).await;
        test.quiet().await;
        assert_eq!(test.world.sent().await, ["patch duos pair 200"], "{name}");
    }
    test.world.delete::<writer::Duo>("pair").await;
    test.world.until_gone::<writer::Duo>("pair").await;
    assert!(test.running.stop().await);
}
