//! An event's JSON, within the limits of
//! [events.k8s.io/v1](https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/).

use k8s_openapi::{apimachinery::pkg::apis::meta::v1::MicroTime, jiff::Timestamp};
use serde_json::{Value, json};

use super::{EventType, Regarding, ledger::Said};
use crate::{declare::Declaration, text::cut};

/// Longest note, in bytes.
const NOTE: usize = 1024;
/// Longest reason, action and reporting instance, in bytes.
const WORD: usize = 128;
/// Longest name of an object.
const NAME: usize = 253;
/// What the operator was about.
const ACTION: &str = "Reconcile";
/// Where events about cluster-scoped objects are: the server takes them in no other namespace but `kube-system`.
const CLUSTER: &str = "default";

/// Who says events, and about objects of which kind.
pub(super) struct Source {
    api_version: String,
    kind: String,
    controller: String,
    instance: String,
}

impl Source {
    pub(super) fn of(declaration: &Declaration) -> Self {
        // Pods are named by HOSTNAME; outside of one, the operator's name says enough.
        let host = std::env::var("HOSTNAME").ok().filter(|host| !host.is_empty());
        let instance = host.unwrap_or_else(|| declaration.name.to_owned());
        Self {
            api_version: declaration.primary().api_version(),
            kind: declaration.kind.to_owned(),
            controller: format!("{}/{}", declaration.group, declaration.name),
            instance: cut(&instance, WORD).to_owned(),
        }
    }

    /// A new event of this name.
    pub(super) fn event(&self, said: &Said, name: &str, now: Timestamp) -> Value {
        let Said { type_, about, reason, note } = said;
        json!({
            "apiVersion": "events.k8s.io/v1",
            "kind": "Event",
            "metadata": {"name": name, "namespace": namespace(about)},
            "eventTime": MicroTime(now),
            "type": match type_ { EventType::Normal => "Normal", EventType::Warning => "Warning" },
            "reason": reason,
            "action": ACTION,
            "note": note,
            "regarding": self.reference(about),
            "reportingController": self.controller,
            "reportingInstance": self.instance,
        })
    }

    fn reference(&self, about: &Regarding) -> Value {
        let mut reference = json!({
            "apiVersion": self.api_version, "kind": self.kind, "name": about.name, "uid": about.uid,
        });
        if let Some(namespace) = &about.namespace {
            reference["namespace"] = json!(namespace);
        }
        reference
    }
}

/// The namespace of an event.
pub(super) fn namespace(about: &Regarding) -> &str {
    about.namespace.as_deref().unwrap_or(CLUSTER)
}

/// The change that says how often an event was said.
pub(super) fn series(count: i32, last: Timestamp) -> Value {
    json!({"series": {"count": count, "lastObservedTime": MicroTime(last)}})
}

/// A name for a new event: that of the object, and the time, as client-go makes it. An object's name may be as long as
/// an event's, so it is cut, and what is left of it must not end in a dot.
pub(super) fn name(about: &Regarding, now: Timestamp) -> String {
    let time = format!(".{:x}", now.as_nanosecond());
    let object = cut(&about.name, NAME - time.len()).trim_end_matches(['.', '-']);
    format!("{object}{time}")
}

/// A reason as the server takes it. An empty one it does not take.
pub(super) fn reason(reason: &str) -> String {
    let reason = cut(reason.trim(), WORD);
    if reason.is_empty() { "Unknown".to_owned() } else { reason.to_owned() }
}

pub(super) fn note(note: &str) -> String {
    cut(note, NOTE).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(namespace: Option<&str>, name: &str) -> Regarding {
        Regarding { namespace: namespace.map(str::to_owned), name: name.to_owned(), uid: "u".to_owned() }
    }

    #[test]
    fn all_is_cut_to_the_limits() {
        let long = "ü".repeat(5000);
        let said = Said::new(EventType::Warning, about(None, "a"), &long, &long);
        assert_eq!((said.reason.len(), said.note.len()), (128, 1024));
        assert!(said.note.chars().chain(said.reason.chars()).all(|c| c == 'ü'));
        assert_eq!(reason(" "), "Unknown");
    }

    #[test]
    fn a_name_is_legal_however_long_the_objects_is() {
        for object in ["a".repeat(253), format!("{}.b", "a".repeat(235)), format!("{}-.b", "a".repeat(234))] {
            let name = name(&about(None, &object), Timestamp::now());
            let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-');
            assert!(name.len() <= NAME && name.chars().all(legal), "{name}");
            assert!(name.split('.').all(|part| !part.is_empty() && !part.ends_with('-')), "{name}");
        }
    }

    #[test]
    fn a_cluster_scoped_objects_event_is_in_default() {
        assert_eq!(namespace(&about(None, "a")), "default");
        assert_eq!(namespace(&about(Some("ns"), "a")), "ns");
    }
}
