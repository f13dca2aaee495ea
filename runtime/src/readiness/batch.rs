//! Jobs.

use serde_json::Value;

use super::{
    Readiness,
    conditions::{find, holds},
};

/// A Job is ready when its work is done: whatever depends on it needs the work and not the worker.
pub(super) fn job(object: &Value) -> Readiness {
    if let Some(failed) = find(object, "Failed").filter(|failed| failed["status"] == "True") {
        let said =
            ["reason", "message"].map(|member| failed[member].as_str().filter(|text| !text.is_empty()));
        return Readiness::failed(match said {
            [Some(reason), Some(message)] => format!("it failed: {reason}: {message}"),
            [Some(word), None] | [None, Some(word)] => format!("it failed: {word}"),
            [None, None] => "it failed".to_owned(),
        });
    }
    if holds(object, "Complete") {
        return Readiness::ready();
    }
    let suspended = object.pointer("/spec/suspend").and_then(Value::as_bool).unwrap_or(false);
    if suspended || holds(object, "Suspended") {
        return Readiness::waiting("it is suspended");
    }
    let started = object.pointer("/status/startTime").is_some();
    Readiness::waiting(if started { "it has not completed" } else { "it has not started" })
}
