//! Leaving a field to others without resetting it.
//!
//! A field that only we own and no longer send is removed by the server, or falls back to its default: replicas to 1. So
//! a second manager of ours first owns it with the value that it has. Whoever changes it then takes it from that manager.

use http::{Method, StatusCode};
use serde_json::{Map, Value, json};

use super::{
    error::RequestError,
    path::{Path, Segment},
    target::{APPLY, Target},
};
use crate::{
    client::Call,
    object::{DecodeError, Object, describe},
};

/// How often a value is read and applied, the first time included. It conflicts when somebody else changes it.
const ATTEMPTS: usize = 5;

/// What became of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandedOver {
    /// None of them is ours alone any more: the apply that no longer sends them changes nothing.
    Ready,
    /// The object of that uid is gone, or others change it all the time: read again.
    Stale,
}

/// Prepares an apply of `body` to the object that was read as `found`: those of the `shared` fields that `body` no
/// longer has, and our entry has, are applied with the value that they have as `<manager>-handover`, not by force.
///
/// `found` may be metadata alone. Requests: none if there is no such field; else one apply, and a read before it if
/// `found` has no value for it; after a conflict one read and one apply again, 5 at most.
///
/// # Errors
/// [`RequestError`]: a missing right, a refusal, an unserved kind, no answer.
pub async fn hand_over(
    target: &Target<'_>,
    body: &Value,
    shared: &[Path],
    found: &Object,
) -> Result<HandedOver, RequestError> {
    let uid = &found.meta().uid;
    let mut read: Option<Object> = None;
    for _ in 0..ATTEMPTS {
        let live = read.as_ref().unwrap_or(found);
        if live.meta().uid != *uid {
            return Ok(HandedOver::Stale);
        }
        let leaving = leaving(target, body, shared, live)?;
        if leaving.is_empty() {
            return Ok(HandedOver::Ready);
        }
        if let Some(lent) = lent(target, &leaving, live) {
            let manager = format!("{}-handover", target.server.manager());
            let path = target.kind.path(target.key);
            let call = Call::send(Method::PATCH, path, APPLY, &lent).query("fieldManager", &manager);
            let answer = target.server.call(call).await?;
            match answer.status {
                code if code.is_success() => return Ok(HandedOver::Ready),
                StatusCode::CONFLICT => {}
                StatusCode::NOT_FOUND if !answer.refusal().details.name.is_empty() => {
                    return Ok(HandedOver::Stale);
                }
                StatusCode::UNPROCESSABLE_ENTITY if answer.refusal().blames("metadata.uid") => {
                    return Ok(HandedOver::Stale);
                }
                _ => return Err(RequestError::read(target, "patch", &answer)),
            }
        }
        let Some(bytes) = target.read().await? else { return Ok(HandedOver::Stale) };
        read = Some(Object::from_slice(&bytes, &[target.server.manager()])?);
    }
    Ok(HandedOver::Stale)
}

/// The shared fields that are ours by the server's record, and that `body` does not have.
fn leaving<'a>(
    target: &Target<'_>,
    body: &Value,
    shared: &'a [Path],
    live: &Object,
) -> Result<Vec<&'a Path>, DecodeError> {
    let mut left = shared.iter().filter(|path| path.get(body).is_none()).peekable();
    let Some(fields) = live.own_fields(target.server.manager()).filter(|_| left.peek().is_some()) else {
        return Ok(Vec::new());
    };
    let fields: Value =
        serde_json::from_str(fields.get()).map_err(|error| DecodeError::NotAnObject(describe(&error)))?;
    Ok(left.filter(|path| owns(&fields, path)).collect())
}

/// Whether `fieldsV1` has the path, or anything below it.
fn owns(fields: &Value, path: &Path) -> bool {
    let node = path.segments().iter().try_fold(fields, |node, segment| match segment {
        Segment::Key(key) => node.get(format!("f:{key}")),
        Segment::Index(_) => None,
    });
    node.is_some()
}

/// A body with these fields alone. `None` if one of them has no value in `live`.
fn lent(target: &Target<'_>, paths: &[&Path], live: &Object) -> Option<Value> {
    let all = live.value();
    let meta = live.meta();
    let mut body = json!({
        "apiVersion": target.kind.api_version(),
        "kind": target.kind.kind,
        "metadata": {"name": meta.name, "uid": meta.uid},
    });
    if let Some(namespace) = &meta.namespace {
        body["metadata"]["namespace"] = json!(namespace);
    }
    for path in paths {
        put(&mut body, path.segments(), path.get(&all)?.clone());
    }
    Some(body)
}

fn put(into: &mut Value, path: &[Segment], value: Value) {
    match path {
        [] => *into = value,
        [Segment::Key(key), rest @ ..] => {
            if !into.is_object() {
                *into = Value::Object(Map::new());
            }
            put(&mut into[key.as_str()], rest, value);
        }
        // A shared field is no item of a list.
        [Segment::Index(_), ..] => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_owned_below_a_path_counts() {
        let fields = json!({"f:spec": {"f:replicas": {}, "f:template": {"f:spec": {"f:a": {}}}}});
        for (path, owned) in [
            ("spec.replicas", true),
            ("spec.template", true),
            ("spec.template.spec.b", false),
            ("metadata.annotations[a/b]", false),
        ] {
            assert_eq!(owns(&fields, &Path::parse(path)), owned, "{path}");
        }
    }

    #[test]
    fn fields_are_put_beside_each_other() {
        let mut body = json!({"metadata": {"name": "n"}});
        for (path, value) in [("metadata.annotations[a/b]", "x"), ("spec.a.b", "y"), ("spec.c", "z")] {
            put(&mut body, Path::parse(path).segments(), json!(value));
        }
        let expected = json!({
            "metadata": {"name": "n", "annotations": {"a/b": "x"}}, "spec": {"a": {"b": "y"}, "c": "z"},
        });
        assert_eq!(body, expected);
    }
}
