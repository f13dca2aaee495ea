//! Mistakes of controllers on kube's runtime that change what they look at, or clean up.

use std::{
    future::Future,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use futures::StreamExt;
use kube::{
    Api, Client, CustomResource, CustomResourceExt, Resource, ResourceExt,
    api::{DeleteParams, Patch, PatchParams, PostParams},
    runtime::{
        Controller,
        controller::Action,
        finalizer::{Event, finalizer},
        watcher,
    },
};
use kubewright::k8s::core::v1::ConfigMap;
use kubewright_tests::eventually;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::{Ground, by_hand};

/// An object with a text.
#[derive(CustomResource, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[kube(group = "run.peers.test", version = "v1", kind = "Plain", namespaced, status = "PlainStatus")]
pub(crate) struct PlainSpec {
    /// The text.
    pub(crate) text: String,
}

/// Its status, with the conditions that one writes by hand.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlainStatus {
    #[serde(skip_serializing_if = "Option::is_none")]
    observed_generation: Option<i64>,
    #[serde(default)]
    conditions: Vec<Condition>,
}

/// A condition.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Condition {
    #[serde(rename = "type")]
    type_: String,
    status: String,
    last_transition_time: String,
}

/// What a controller of a test knows.
pub(crate) struct Notes {
    pub(crate) client: Client,
    calls: Mutex<Vec<String>>,
}

impl Notes {
    pub(crate) fn note(&self, call: impl ToString) {
        self.calls.lock().unwrap().push(call.to_string());
    }

    pub(crate) fn calls(&self) -> Vec<String> {
        self.calls.lock().unwrap().clone()
    }

    pub(crate) fn count(&self, call: &str) -> usize {
        self.calls().iter().filter(|known| *known == call).count()
    }

    /// Waits for so many calls.
    pub(crate) async fn until(&self, call: &str, times: usize) {
        eventually(&format!("{times} calls of {call}"), async || {
            if self.count(call) >= times { Ok(()) } else { Err(self.calls()) }
        })
        .await;
    }
}

/// A controller at work, until it is dropped.
pub(crate) struct Running {
    pub(crate) notes: Arc<Notes>,
    task: JoinHandle<()>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A field manager that applies by force.
pub(crate) fn manager() -> PatchParams {
    PatchParams::apply("by-hand").force()
}

pub(crate) fn plain(name: &str) -> Plain {
    Plain::new(name, PlainSpec { text: "a".to_owned() })
}

impl Ground {
    pub(crate) async fn plains(&self) -> Api<Plain> {
        self.install(&by_hand(Plain::crd())).await;
        Api::namespaced(self.client.clone(), self.world.namespace.name())
    }

    /// Runs a controller, with what else it watches. Errors are noted and tried again at once.
    pub(crate) fn run<F>(
        &self,
        client: Client,
        watches: impl FnOnce(Controller<Plain>, &Client) -> Controller<Plain>,
        reconcile: impl Fn(Arc<Plain>, Arc<Notes>) -> F + Send + Sync + 'static,
    ) -> Running
    where
        F: Future<Output = Result<Action, kube::Error>> + Send + 'static,
    {
        let notes = Arc::new(Notes { client: client.clone(), calls: Mutex::default() });
        let api = Api::<Plain>::namespaced(client.clone(), self.world.namespace.name());
        let controller = watches(Controller::new(api, watcher::Config::default()), &client);
        let retry =
            |_: Arc<Plain>, _: &kube::Error, _: Arc<Notes>| Action::requeue(Duration::from_millis(10));
        let noted = notes.clone();
        let done = controller.run(reconcile, retry, notes.clone()).for_each(move |done| {
            if let Err(error) = done {
                noted.note(format!("error: {error}"));
            }
            std::future::ready(())
        });
        Running { notes, task: tokio::spawn(done) }
    }
}

#[tokio::test]
async fn a_finalizer_without_cleanup_holds_an_object_for_ever() {
    let Some(ground) = Ground::new("held").await else { return };
    let plains = ground.plains().await;
    let mut object = plain("a");
    object.metadata.finalizers = Some(vec!["peers.test/held".to_owned()]);
    plains.create(&PostParams::default(), &object).await.unwrap();
    let running = ground.run(
        ground.client.clone(),
        |controller, _| controller,
        async |plain, notes| {
            notes.note(if plain.meta().deletion_timestamp.is_some() { "deleting" } else { "living" });
            Ok(Action::await_change())
        },
    );
    running.notes.until("living", 1).await;
    plains.delete("a", &DeleteParams::default()).await.unwrap();
    running.notes.until("deleting", 1).await;
    assert!(plains.get("a").await.is_ok());
    assert_eq!(ground.world.events("a").await, []);
    assert!(!running.notes.calls().iter().any(|call| call.starts_with("error")));
    plains
        .patch("a", &PatchParams::default(), &Patch::Merge(json!({"metadata": {"finalizers": null}})))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_cleanup_without_finalizer_never_runs() {
    let Some(ground) = Ground::new("unheld").await else { return };
    let plains = ground.plains().await;
    let running = ground.run(
        ground.client.clone(),
        |controller, _| controller,
        async |plain, notes| {
            let deleting = plain.meta().deletion_timestamp.is_some();
            notes.note(if deleting { "cleanup".to_owned() } else { plain.name_any() });
            Ok(Action::await_change())
        },
    );
    plains.create(&PostParams::default(), &plain("a")).await.unwrap();
    running.notes.until("a", 1).await;
    plains.delete("a", &DeleteParams::default()).await.unwrap();
    // It comes by the same watch, after the deletion.
    plains.create(&PostParams::default(), &plain("b")).await.unwrap();
    running.notes.until("b", 1).await;
    assert_eq!(running.notes.calls(), ["a", "b"]);
}

#[tokio::test]
async fn the_helper_stores_the_finalizer_before_anything_is_made() {
    let Some(ground) = Ground::new("helped").await else { return };
    let plains = ground.plains().await;
    let object = Arc::new(plains.create(&PostParams::default(), &plain("a")).await.unwrap());
    let reconcile = async |_: Event<Plain>| -> Result<Action, kube::Error> {
        panic!("called before the finalizer is stored")
    };
    finalizer(&plains, "peers.test/helped", object, reconcile).await.unwrap();
    let stored = plains.get("a").await.unwrap();
    assert_eq!(stored.finalizers(), ["peers.test/helped"]);
    plains
        .patch("a", &PatchParams::default(), &Patch::Merge(json!({"metadata": {"finalizers": null}})))
        .await
        .unwrap();
}

/// Rows 34 and 35: the time of transition that moves is what makes the status another one.
#[tokio::test]
async fn an_own_status_with_the_time_in_it_runs_the_next_pass_for_ever() {
    let Some(ground) = Ground::new("busy").await else { return };
    let plains = ground.plains().await;
    let running = ground.run(
        ground.client.clone(),
        |controller, _| controller,
        async |plain, notes| {
            notes.note("a");
            let api = Api::<Plain>::namespaced(notes.client.clone(), &plain.namespace().unwrap());
            let now = format!("{:?}", SystemTime::now());
            let ready = json!({"type": "Ready", "status": "True", "lastTransitionTime": now});
            let status = Patch::Merge(json!({"status": {"conditions": [ready]}}));
            api.patch_status(&plain.name_any(), &PatchParams::default(), &status).await?;
            Ok(Action::await_change())
        },
    );
    plains.create(&PostParams::default(), &plain("a")).await.unwrap();
    running.notes.until("a", 20).await;
}

#[tokio::test]
async fn a_condition_that_nobody_knows_and_no_generation_are_taken() {
    let Some(ground) = Ground::new("said").await else { return };
    let plains = ground.plains().await;
    plains.create(&PostParams::default(), &plain("a")).await.unwrap();
    let raedy = json!({"type": "Raedy", "status": "True", "lastTransitionTime": ""});
    let status = Patch::Merge(json!({"status": {"conditions": [raedy]}}));
    let stored = plains.patch_status("a", &PatchParams::default(), &status).await.unwrap().status.unwrap();
    assert_eq!((stored.conditions[0].type_.as_str(), stored.observed_generation), ("Raedy", None));
}

#[tokio::test]
async fn two_children_of_one_name_overwrite_each_other_for_ever() {
    let Some(ground) = Ground::new("double").await else { return };
    let plains = ground.plains().await;
    let namespace = ground.world.namespace.name().to_owned();
    let owns = |controller: Controller<Plain>, client: &Client| {
        controller.owns(Api::<ConfigMap>::namespaced(client.clone(), &namespace), watcher::Config::default())
    };
    let running = ground.run(ground.client.clone(), owns, async |plain, notes| {
        notes.note("a");
        let maps = Api::<ConfigMap>::namespaced(notes.client.clone(), &plain.namespace().unwrap());
        for text in ["one", "two"] {
            let child = child_of(&plain, "same", text);
            maps.patch("same", &manager(), &Patch::Apply(child)).await?;
        }
        Ok(Action::await_change())
    });
    plains.create(&PostParams::default(), &plain("a")).await.unwrap();
    running.notes.until("a", 20).await;
}

/// A ConfigMap that an object owns.
pub(crate) fn child_of(owner: &Plain, name: &str, text: &str) -> Value {
    json!({
        "apiVersion": "v1", "kind": "ConfigMap",
        "metadata": {"name": name, "ownerReferences": [owner.controller_owner_ref(&()).unwrap()]},
        "data": {"text": text},
    })
}
