//! Events about objects, through events.k8s.io; a repeat is folded into the first.

use kube::runtime::events::{Event, EventType, Recorder, Reporter};
use tracing::debug;

use crate::{declare::Declaration, object::Object, text::cut};

/// Longest note that the API server takes, in bytes.
const NOTE_LIMIT: usize = 1024;

/// Writes events in an operator's name.
pub(crate) struct Events {
    recorder: Recorder,
    api_version: String,
    kind: &'static str,
}

impl Events {
    pub(crate) fn new(client: kube::Client, declaration: &Declaration) -> Self {
        let reporter = Reporter {
            controller: format!("{}/{}", declaration.group, declaration.name),
            // Pods are named by HOSTNAME; outside of one, the operator's name says enough.
            instance: std::env::var("HOSTNAME").ok().or_else(|| Some(declaration.name.to_owned())),
        };
        Self {
            recorder: Recorder::new(client, reporter),
            api_version: declaration.primary().api_version(),
            kind: declaration.kind,
        }
    }

    /// Says that something holds the object up. An event that cannot be written never fails a pass.
    pub(crate) async fn warn(&self, object: &Object, reason: &str, note: &str) {
        let meta = object.meta();
        let reference = k8s_openapi::api::core::v1::ObjectReference {
            api_version: Some(self.api_version.clone()),
            kind: Some(self.kind.to_owned()),
            name: Some(meta.name.clone()),
            namespace: meta.namespace.clone(),
            uid: Some(meta.uid.clone()),
            ..Default::default()
        };
        let event = Event {
            type_: EventType::Warning,
            reason: reason.to_owned(),
            note: Some(cut(note, NOTE_LIMIT).to_owned()),
            action: "Reconcile".to_owned(),
            secondary: None,
        };
        if let Err(problem) = self.recorder.publish(&event, &reference).await {
            debug!(object = %meta.key(), reason, "the event was not written: {problem}");
        }
    }
}
