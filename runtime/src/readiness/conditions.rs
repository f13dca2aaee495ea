//! Conditions: those of kstatus, which any kind may have, and those of kinds without rules of their own.

use serde_json::Value;

use super::Readiness;

/// What `Stalled` and `Reconciling` say, if one of them holds. They go before all that is said besides.
pub(super) fn standard(object: &Value) -> Option<Readiness> {
    if holds(object, "Reconciling") {
        let why = message_of(object, "Reconciling").unwrap_or("it is being reconciled");
        return Some(Readiness::waiting(why));
    }
    if holds(object, "Stalled") {
        return Some(Readiness::failed(message_of(object, "Stalled").unwrap_or("it is stalled")));
    }
    None
}

/// A kind without rules of its own, such as a custom resource: its condition `Ready`, if it has one.
pub(super) fn custom(object: &Value) -> Readiness {
    let Some(ready) = find(object, "Ready") else { return Readiness::ready() };
    let generation = object.pointer("/metadata/generation").and_then(Value::as_i64);
    if ready["observedGeneration"]
        .as_i64()
        .zip(generation)
        .is_some_and(|(observed, newest)| observed < newest)
    {
        return Readiness::waiting("its controller has not looked at its newest spec yet");
    }
    Readiness::when(ready["status"] == "True", message_of(object, "Ready").unwrap_or("it is not ready"))
}

/// A CustomResourceDefinition is ready when its kind can be used.
pub(super) fn definition(object: &Value) -> Readiness {
    let denied = |type_: &str| find(object, type_).filter(|condition| condition["status"] == "False");
    if denied("NamesAccepted").is_some() {
        return Readiness::failed(message_of(object, "NamesAccepted").unwrap_or("its names are taken"));
    }
    if denied("Established").is_some_and(|established| established["reason"] != "Installing") {
        return Readiness::failed(message_of(object, "Established").unwrap_or("it is not established"));
    }
    Readiness::when(holds(object, "Established"), "it is being installed")
}

pub(super) fn find<'a>(object: &'a Value, type_: &str) -> Option<&'a Value> {
    let list = object.pointer("/status/conditions")?.as_array()?;
    list.iter().find(|condition| condition["type"] == type_)
}

/// The condition is there, and `True`.
pub(super) fn holds(object: &Value, type_: &str) -> bool {
    find(object, type_).is_some_and(|condition| condition["status"] == "True")
}

/// What a condition says to people, if it says something.
pub(super) fn message_of<'a>(object: &'a Value, type_: &str) -> Option<&'a str> {
    find(object, type_)?["message"].as_str().map(str::trim).filter(|message| !message.is_empty())
}
