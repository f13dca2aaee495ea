//! The one-of trap: an apply cannot leave a one-of member that it does not own.
//!
//! A Deployment's strategy is RollingUpdate by default, with `rollingUpdate` filled in by the server. A body that says
//! `type: Recreate` merges to both and is refused, for ever; so does a body with `emptyDir` after somebody made it a
//! `hostPath`. An explicit null does not help (422), a patch that only removes the member neither (it is defaulted back).
//! What helps is to replace the parent in one patch, and then to apply.

use bytes::Bytes;
use http::StatusCode;
use serde_json::{Map, Value, json};

use super::{
    error::{Rejection, RequestError},
    path::{Path, Segment},
    target::{Target, metadata_of},
    update::{Applied, apply},
};
use crate::{
    client::Cause,
    object::{DecodeError, describe},
};

pub(super) const JSON_PATCH: &str = "application/json-patch+json";

/// How often each guarded patch is computed, the first time included. The guard is the resourceVersion, which every write
/// of a controller to the object's status moves.
pub(super) const ATTEMPTS: usize = 5;

/// Repairs the object if the rejection is of this kind, and applies again; else the rejection is the error.
pub(super) async fn one_of(
    target: &Target<'_>,
    body: &Value,
    uid: &str,
    rejection: Rejection,
) -> Result<Applied, RequestError> {
    if rejection.field().is_none() || rejection.immutable {
        return Err(RequestError::Rejected(rejection));
    }
    let manager = format!("{}-repair", target.server.manager());
    for _ in 0..ATTEMPTS {
        let Some(bytes) = target.read().await? else { return Ok(Applied::Stale) };
        let meta = metadata_of(&bytes)?;
        if meta.uid != uid {
            return Ok(Applied::Stale);
        }
        let live = parse(&bytes)?;
        let replacement = rejection.causes.iter().find_map(|cause| replacement(body, &live, cause));
        let Some((parent, value)) = replacement else { return Err(RequestError::Rejected(rejection)) };
        tracing::info!(
            kind = %target.kind, key = %target.key, field = %parent,
            "an apply cannot leave a one-of member that the server keeps: replacing its parent"
        );
        let replace = json!({"op": "replace", "path": parent.pointer(), "value": value});
        let answer =
            target.patch(JSON_PATCH, &manager, &json!([guard(&meta.resource_version), replace])).await?;
        match answer.status {
            code if code.is_success() => {
                return match apply(target, body, uid).await? {
                    Applied::Applied(bytes) => forget(target, &manager, bytes).await,
                    Applied::Stale => Ok(Applied::Stale),
                };
            }
            StatusCode::CONFLICT => {}
            StatusCode::NOT_FOUND => return Ok(Applied::Stale),
            StatusCode::UNPROCESSABLE_ENTITY => return Err(RequestError::Rejected(rejection)),
            _ => return Err(RequestError::read(target, "patch", &answer)),
        }
    }
    Ok(Applied::Stale)
}

/// Takes another manager's entry out of managedFields: as a co-owner it would keep every field that we drop later.
pub(super) async fn forget(
    target: &Target<'_>,
    manager: &str,
    applied: Bytes,
) -> Result<Applied, RequestError> {
    let mut bytes = applied;
    for _ in 0..ATTEMPTS {
        let object = parse(&bytes)?;
        let entries = object["metadata"]["managedFields"].as_array();
        let Some(index) = entries.and_then(|all| all.iter().position(|entry| entry["manager"] == manager))
        else {
            break;
        };
        let version = metadata_of(&bytes)?.resource_version;
        let entry = format!("/metadata/managedFields/{index}");
        let patch = json!([guard(&version), {"op": "remove", "path": entry}]);
        let answer = target.patch(JSON_PATCH, manager, &patch).await?;
        match answer.status {
            code if code.is_success() => return Ok(Applied::Applied(answer.body)),
            StatusCode::CONFLICT => {}
            // Not worth failing for: the object is as it should be, and the price is a field that stays when dropped.
            _ => break,
        }
        let Some(live) = target.read().await? else { return Ok(Applied::Stale) };
        bytes = live;
    }
    Ok(Applied::Applied(bytes))
}

/// Which parent to replace by what, if this fault is a member that live has and desired has not.
fn replacement(desired: &Value, live: &Value, cause: &Cause) -> Option<(Path, Value)> {
    let path = Path::parse(&cause.field);
    let one_of = is_about_one_of(&cause.message);
    let (parent, last) = path.split_last()?;
    // The server blames the object that has too many members, or one member.
    let of_object = one_of.then(|| {
        without(desired, live, &path, |desired, live| {
            let foreign = || live.iter().filter(|(key, _)| !desired.contains_key(*key));
            let named = foreign().filter(|(key, _)| names(&cause.message, key)).map(|(key, _)| key);
            let named: Vec<&String> = named.collect();
            match path.segments() {
                // The members of a whole spec are seldom one-ofs: none is taken out that is not named.
                _ if !named.is_empty() => named,
                [_] => Vec::new(),
                _ => foreign().filter(|(_, value)| value.is_object()).map(|(key, _)| key).collect(),
            }
        })
    });
    of_object.flatten().or_else(|| {
        let Segment::Key(member) = last else { return None };
        without(desired, live, &parent, |desired, live| {
            // `spec.LoadBalancerSourceRanges`: sometimes the server says the name that a field has in Go.
            let is_meant = |key: &&String| key.eq_ignore_ascii_case(member);
            match live.keys().find(is_meant) {
                Some(key) if !desired.contains_key(key) => vec![key],
                _ if one_of && desired.keys().any(|key| is_meant(&key)) => foreign_members(desired, live),
                _ => Vec::new(),
            }
        })
    })
}

/// The object at `path` as it is to be, without those members of live that `foreign` gives.
fn without<'a>(
    desired: &'a Value,
    live: &'a Value,
    path: &Path,
    foreign: impl Fn(&'a Map<String, Value>, &'a Map<String, Value>) -> Vec<&'a String>,
) -> Option<(Path, Value)> {
    let mut pairs = Vec::new();
    pair(desired, live, path.segments(), &mut Path::default(), &mut pairs);
    pairs.into_iter().find_map(|(at, desired, live)| {
        let foreign = foreign(desired, live);
        if foreign.is_empty() || at == Path::default() {
            return None;
        }
        let mut value = live.clone();
        value.retain(|key, _| !foreign.contains(&key));
        for (key, wanted) in desired {
            // What live has of a composite member stays: the apply merges it, and others may own parts of it.
            if !wanted.is_object() && !wanted.is_array() || !value.contains_key(key) {
                value.insert(key.clone(), wanted.clone());
            }
        }
        Some((at, Value::Object(value)))
    })
}

/// The server blames the member that it sees second, which may be ours.
fn is_about_one_of(message: &str) -> bool {
    const WORDS: [&str; 6] = [
        "more than 1 ",
        "more than one ",
        "may not be specified when",
        // Ingress.
        "cannot set both",
        // PodDisruptionBudget.
        "cannot be both set",
        "mutually exclusive",
    ];
    WORDS.iter().any(|text| message.contains(text))
}

/// Whether the server names this member, outside of the value that it quotes.
fn names(message: &str, member: &str) -> bool {
    let said = message.rsplit_once(": ").map_or(message, |(_, said)| said);
    said.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == member)
}

fn foreign_members<'a>(desired: &Map<String, Value>, live: &'a Map<String, Value>) -> Vec<&'a String> {
    let foreign = || live.iter().filter(|(key, _)| !desired.contains_key(*key));
    // One-of members are objects as a rule; scalars beside them (a probe's periods) are defaults.
    let objects: Vec<_> = foreign().filter(|(_, value)| value.is_object()).map(|(key, _)| key).collect();
    if objects.is_empty() { foreign().map(|(key, _)| key).collect() } else { objects }
}

type Pair<'a> = (Path, &'a Map<String, Value>, &'a Map<String, Value>);

/// The objects at `path` in desired and in live. Positions are those of the *merged* list that the server refused, so
/// every live item is tried, that position first, beside the desired item of the same name or, without names, the same
/// position.
fn pair<'a>(desired: &'a Value, live: &'a Value, path: &[Segment], at: &mut Path, pairs: &mut Vec<Pair<'a>>) {
    match path {
        [] => {
            if let (Value::Object(desired), Value::Object(live)) = (desired, live) {
                pairs.push((at.clone(), desired, live));
            }
        }
        [Segment::Key(key), rest @ ..] => {
            if let (Some(desired), Some(live)) = (desired.get(key), live.get(key)) {
                at.push(Segment::Key(key.clone()));
                pair(desired, live, rest, at, pairs);
                at.pop();
            }
        }
        [Segment::Index(index), rest @ ..] => {
            let (Some(wanted), Some(items)) = (desired.as_array(), live.as_array()) else { return };
            let first = std::iter::once(*index).filter(|index| *index < items.len());
            for position in first.chain((0..items.len()).filter(|position| position != index)) {
                let item = &items[position];
                let partner = match item.get("name") {
                    Some(name) => wanted.iter().find(|wanted| wanted.get("name") == Some(name)),
                    None => wanted.get(position),
                };
                if let Some(partner) = partner {
                    at.push(Segment::Index(position));
                    pair(partner, item, rest, at, pairs);
                    at.pop();
                }
            }
        }
    }
}

pub(super) fn guard(resource_version: &str) -> Value {
    json!({"op": "replace", "path": "/metadata/resourceVersion", "value": resource_version})
}

pub(super) fn parse(bytes: &[u8]) -> Result<Value, DecodeError> {
    serde_json::from_slice(bytes).map_err(|error| DecodeError::NotAnObject(describe(&error)))
}

#[cfg(test)]
mod tests;
