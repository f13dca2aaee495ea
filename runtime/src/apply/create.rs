//! Creating a child: one atomic request, no read before it.
//!
//! A body with `metadata.resourceVersion: "1"` creates or conflicts: the store ignores the version where nothing is,
//! and compares it where something is, and revision 1 is etcd's empty store, which no object ever has
//! (kubernetes/kubernetes#106745). So no object of a stranger is ever taken over, whoever is faster.

use std::fmt;

use bytes::Bytes;
use http::StatusCode;
use serde_json::Value;

use super::{
    error::RequestError,
    fold::{Folded, take_over},
    handover::{HandedOver, hand_over},
    path::Path,
    target::{Target, guarded},
    update::{Applied, update},
};
use crate::{
    client::{Answer, Status},
    object::{Meta, Object},
};

/// The object that a child belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owner {
    /// API group.
    pub group: String,
    /// Kind.
    pub kind: String,
    /// Name.
    pub name: String,
    /// Identity of this incarnation.
    pub uid: String,
    /// Annotation of its children with the hash of what was applied.
    pub applied: String,
    /// Fields of its children of this kind that keep their value when they are no longer sent.
    pub shared: Vec<Path>,
    /// Field managers that earlier releases wrote its children as.
    pub former_managers: &'static [&'static str],
    /// Annotation that names the owner, and what it says of this one: by it a child is found again that an earlier owner
    /// of the same name has left, and that nobody controls.
    pub named: Option<(String, String)>,
    /// Whether an object is taken as the child that nobody controls, and that is no child of another operator.
    pub adopt: bool,
}

/// What became of a create.
#[derive(Debug)]
pub enum Created {
    /// It was absent and is now there, as answered.
    Created(Bytes),
    /// It was there and ours (a lost label, a cache behind): applied, as answered.
    Applied(Bytes),
    /// It was there and nobody's: taken, as answered.
    Adopted(Bytes),
    /// It is on its way out, and its deletion will be seen.
    Wait(Waiting),
    /// Somebody else's object has the name. Nothing was written.
    NameTaken(Holder),
    /// It was ours and changed hands while we wrote: read again.
    Stale,
    /// The namespace is being deleted or gone. Nothing can be created in it, and that is no error.
    NamespaceTerminating,
}

/// Why a create waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// The object is being deleted.
    Terminating,
    /// It belongs to an earlier owner of the same name, and the garbage collector is about to remove it.
    EarlierIncarnation,
}

/// Whose object it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Another controller's.
    Controller {
        /// Kind of the owner.
        kind: String,
        /// Name of the owner.
        name: String,
    },
    /// Nobody controls it, but by its labels it is a child of this operator's.
    OtherOperator(String),
    /// Nobody controls it; these field managers wrote it.
    Managers(Vec<String>),
}

/// Creates the child that `body` describes, for `owner`.
///
/// `body` comes from `body::prepare`, with name, owner reference, labels and annotation put in. Requests: one apply. On
/// 409 one read of the metadata, and, if the object turns out ours, what [`take_over`] and [`hand_over`] send and one apply
/// with its uid (and with its version, if it is nobody's and taken). If it turns out gone again,
/// the same once more. Servers that refuse the resourceVersion as such (before 1.33, aggregated APIs) cost one read of
/// the metadata and one plain apply.
///
/// # Errors
/// [`RequestError`]: a missing right, a refused body, an unserved kind, no answer.
pub async fn create(target: &Target<'_>, body: &Value, owner: &Owner) -> Result<Created, RequestError> {
    let only_create = guarded(body, "resourceVersion", "1");
    for _ in 0..2 {
        let answer = target.apply("", &only_create).await?;
        if answer.status != StatusCode::CONFLICT && !complains_of_version(&answer) {
            return read_answer(target, answer);
        }
        if let Some(found) = settle(target, body, owner).await? {
            return Ok(found);
        }
        if answer.status != StatusCode::CONFLICT {
            break;
        }
    }
    // Nothing is there, and yet the guarded apply is refused: this server cannot be asked so.
    read_answer(target, target.apply("", body).await?)
}

/// Decides about an object that is already there. `None`: there is none.
async fn settle(target: &Target<'_>, body: &Value, owner: &Owner) -> Result<Option<Created>, RequestError> {
    let Some(found) = target.read_metadata().await? else { return Ok(None) };
    let sent = body["metadata"]["annotations"][&owner.applied].as_str();
    let outcome = match judge(&found, owner, sent, target.server.manager()) {
        Verdict::Ours => overtake(target, body, owner, found).await?,
        // Whoever takes it meanwhile has written it.
        Verdict::Nobodys => {
            let meta = found.meta();
            match update(target, &guarded(body, "resourceVersion", &meta.resource_version), &meta.uid).await?
            {
                Applied::Applied(bytes) => Created::Adopted(bytes),
                Applied::Stale => Created::Stale,
            }
        }
        Verdict::Wait(why) => Created::Wait(why),
        Verdict::Strangers(holder) => Created::NameTaken(holder),
    };
    Ok(Some(outcome))
}

/// Applies the body to what is ours already, with what earlier releases wrote and with what is left to others.
async fn overtake(
    target: &Target<'_>,
    body: &Value,
    owner: &Owner,
    found: Object,
) -> Result<Created, RequestError> {
    let found = match take_over(target, &found, owner.former_managers).await? {
        Folded::Stale => return Ok(Created::Stale),
        Folded::Nothing => found,
        Folded::Folded(bytes) => Object::from_slice(&bytes, &[target.server.manager()])?,
    };
    if hand_over(target, body, &owner.shared, &found).await? == HandedOver::Stale {
        return Ok(Created::Stale);
    }
    Ok(match update(target, body, &found.meta().uid).await? {
        Applied::Applied(bytes) => Created::Applied(bytes),
        Applied::Stale => Created::Stale,
    })
}

#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    Ours,
    /// Nobody's, and to be taken.
    Nobodys,
    Wait(Waiting),
    Strangers(Holder),
}

/// `sent` is the hash of the body that was to be created.
fn judge(found: &Object, owner: &Owner, sent: Option<&str>, manager: &str) -> Verdict {
    let meta = found.meta();
    if meta.is_deleting() {
        return Verdict::Wait(Waiting::Terminating);
    }
    match meta.controller() {
        Some(controller) if controller.uid == owner.uid => Verdict::Ours,
        Some(controller)
            if controller.group() == owner.group
                && controller.kind == owner.kind
                && controller.name == owner.name =>
        {
            Verdict::Wait(Waiting::EarlierIncarnation)
        }
        Some(controller) => Verdict::Strangers(Holder::Controller {
            kind: controller.kind.clone(),
            name: controller.name.clone(),
        }),
        // Somebody cleared `controller` of our own reference.
        None if meta.owner_references.iter().any(|reference| reference.uid == owner.uid) => Verdict::Ours,
        // An edit took labels and references away. What we wrote for this very owner bears its hash, and our entry.
        None if sent.is_some()
            && meta.annotations.get(&owner.applied).map(String::as_str) == sent
            && found.own_fields(manager).is_some() =>
        {
            Verdict::Ours
        }
        None if owner.named.as_ref().is_some_and(|(key, value)| meta.annotations.get(key) == Some(value)) => {
            Verdict::Nobodys
        }
        None if owner.adopt => match operator_of(meta) {
            Some(operator) => Verdict::Strangers(Holder::OtherOperator(operator.to_owned())),
            None => Verdict::Nobodys,
        },
        None => Verdict::Strangers(Holder::Managers(found.other_managers())),
    }
}

/// The operator whose child an object is by its labels, also one that has lost or never had a controller.
fn operator_of(meta: &Meta) -> Option<&str> {
    let group = meta.labels.keys().find_map(|key| key.strip_suffix("/owner-uid"))?;
    Some(meta.labels.get(&format!("{group}/operator")).map_or(group, String::as_str))
}

fn read_answer(target: &Target<'_>, answer: Answer) -> Result<Created, RequestError> {
    match answer.status {
        StatusCode::CREATED => return Ok(Created::Created(answer.body)),
        code if code.is_success() => return Ok(Created::Applied(answer.body)),
        StatusCode::CONFLICT => return Ok(Created::Stale),
        _ => {}
    }
    let status = answer.refusal();
    let no_namespace = answer.status == StatusCode::NOT_FOUND && status.details.kind == "namespaces";
    if no_namespace || status.has_cause("NamespaceTerminating") {
        return Ok(Created::NamespaceTerminating);
    }
    Err(RequestError::read(target, "patch", &answer))
}

/// `resourceVersion should not be set on objects to be created` (500), `must be specified for an update` (422).
fn complains_of_version(answer: &Answer) -> bool {
    if !matches!(
        answer.status,
        StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY | StatusCode::INTERNAL_SERVER_ERROR
    ) {
        return false;
    }
    let status: Status = answer.refusal();
    status.blames("metadata.resourceVersion")
        || status.message.contains("resourceVersion should not be set")
        || status.message.contains("resourceVersion: Invalid value")
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Controller { kind, name } => write!(f, "controlled by {kind} {name}"),
            Self::OtherOperator(operator) => write!(f, "a child of {operator}"),
            Self::Managers(managers) if managers.is_empty() => f.write_str("written by nobody known"),
            Self::Managers(managers) => write!(f, "written by {}", managers.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests;
