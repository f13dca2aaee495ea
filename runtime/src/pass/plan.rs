//! Step 3: what the builders made becomes what is sent. Names, namespaces, owner, labels, hash.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::{
    apply::{body, canonical},
    children::{Child, ChildName, Rule},
    declare::{Arity, Declaration, Owned},
    failure::{Class, Failed},
    object::{Kind, Object, ObjectKey},
};

/// A child as it is to be.
pub(super) struct Planned {
    pub entry: usize,
    pub kind: Kind,
    pub key: ObjectKey,
    /// What is sent, with the hash of itself as an annotation.
    pub body: Value,
    pub hash: String,
}

/// Plans all children, or refuses the first that cannot be sent.
pub(super) fn plan(
    declaration: &Declaration,
    owner: &Object,
    children: Vec<Child>,
) -> Result<Vec<Planned>, Failed> {
    let mut seen = HashSet::new();
    let mut planned = Vec::with_capacity(children.len());
    for child in children {
        let one = plan_one(declaration, owner, child)?;
        if !seen.insert((one.kind.clone(), one.key.clone())) {
            let text = format!("two children are both {} {}", one.kind, one.key);
            return Err(refused("DuplicateChild", text));
        }
        planned.push(one);
    }
    Ok(planned)
}

fn plan_one(declaration: &Declaration, owner: &Object, child: Child) -> Result<Planned, Failed> {
    let Some(owned) = declaration.owns.get(child.entry) else {
        return Err(refused("UnknownChild", format!("there is no entry {} in `owns`", child.entry)));
    };
    let kind = (owned.kind)();
    let mut body = child.value;
    let key = key_of(owned, &kind, owner, &body)?;
    dress(&mut body, declaration, owner, owned, &key);
    let mut body = body::prepare(body)
        .map_err(|problem| refused("ChildUnwritable", format!("{}: {problem}", owned.entry)))?;
    let hash = canonical::stamp(&mut body, &declaration.applied_annotation(), &owner.meta().uid);
    Ok(Planned { entry: child.entry, kind, key, body, hash })
}

/// The child's name and namespace: the builder's, or by the rules of the declaration.
fn key_of(owned: &Owned, kind: &Kind, owner: &Object, body: &Value) -> Result<ObjectKey, Failed> {
    let given = |field: &str| body["metadata"][field].as_str().filter(|text| !text.is_empty());
    let owner = owner.meta();
    let name = match given("name") {
        Some(name) => name.to_owned(),
        None if owned.arity == Arity::Many => {
            let text = format!("a {kind} of `{}` has no name: every item of a Vec needs one", owned.entry);
            return Err(refused("ChildUnnamed", text));
        }
        None if owned.named => {
            let whole = format!("{}-{}", owner.name, owned.entry.replace('_', "-"));
            ChildName::for_kind(kind, &whole).into()
        }
        None => ChildName::for_kind(kind, &owner.name).into(),
    };
    if let Err(problem) = Rule::of(kind).check(&name) {
        let refused = refused("ChildNameInvalid", format!("{kind} {name:?}: {problem}"));
        return Err(refused.at(Some("metadata.name".to_owned())));
    }
    if !kind.namespaced {
        return Ok(ObjectKey::new(None, &name));
    }
    match (owner.namespace.as_deref(), given("namespace")) {
        (Some(own), Some(other)) if own != other => Err(refused(
            "ChildElsewhere",
            format!("{kind} {name} is put into namespace {other}, but a child lives in its owner's, {own}"),
        )),
        (Some(own), _) => Ok(ObjectKey::namespaced(own, &name)),
        (None, Some(namespace)) => Ok(ObjectKey::namespaced(namespace, &name)),
        (None, None) => Err(refused(
            "ChildNowhere",
            format!("{kind} {name} has no namespace: the builder of a cluster-scoped owner names it"),
        )),
    }
}

/// Puts on what marks the child as ours. Labels of the builder stay, except under our own keys.
fn dress(body: &mut Value, declaration: &Declaration, owner: &Object, owned: &Owned, key: &ObjectKey) {
    let metadata = &mut body["metadata"];
    if !metadata.is_object() {
        *metadata = Value::Object(Map::new());
    }
    metadata["name"] = json!(&*key.name);
    if let Some(namespace) = &key.namespace {
        metadata["namespace"] = json!(&**namespace);
    }
    let labels = &mut metadata["labels"];
    if !labels.is_object() {
        *labels = Value::Object(Map::new());
    }
    labels[declaration.operator_label()] = json!(declaration.name);
    labels[declaration.owner_label()] = json!(owner.meta().uid);
    labels[declaration.entry_label()] = json!(owned.entry);
    if labels.get(MANAGED_BY).is_none() {
        labels[MANAGED_BY] = json!(declaration.name);
    }
    let mut owners = metadata["ownerReferences"].as_array().cloned().unwrap_or_default();
    // The server allows one controller only, and that is the owner.
    owners.retain(|reference| reference["controller"] != true && reference["uid"] != owner.meta().uid);
    if !owned.retain {
        owners.push(json!({
            "apiVersion": declaration.primary().api_version(),
            "kind": declaration.kind,
            "name": owner.meta().name,
            "uid": owner.meta().uid,
            "controller": true,
            "blockOwnerDeletion": true,
        }));
    }
    if owners.is_empty() {
        // Without a list there is nothing whose loss would have to be repaired.
        metadata.as_object_mut().into_iter().for_each(|metadata| drop(metadata.remove("ownerReferences")));
    } else {
        metadata["ownerReferences"] = Value::Array(owners);
    }
    if owned.retain || owned.adopt {
        if !metadata["annotations"].is_object() {
            metadata["annotations"] = Value::Object(Map::new());
        }
        metadata["annotations"][declaration.owner_annotation()] =
            json!(declaration.owner_text(&owner.meta().name));
    }
}

/// Recommended label, see <https://kubernetes.io/docs/concepts/overview/working-with-objects/common-labels/>.
const MANAGED_BY: &str = "app.kubernetes.io/managed-by";

/// A child that can never be sent as it is: nothing changes until the object does.
fn refused(reason: &'static str, message: String) -> Failed {
    Failed { class: Class::Permanent, ..Failed::transient(reason, message) }
}

#[cfg(test)]
mod tests;
