//! Keys of other places and of kube's derive, with what to write instead.

use super::keys::{self, Keys};

/// What to write in place of a key that `place` does not have.
pub fn hint(place: &Keys, key: &str) -> Option<&'static str> {
    match place.place {
        place if place == keys::OPERATOR.place => operator(key),
        place if place == keys::OWNED.place => owned(key),
        place if place == keys::WATCHED.place || place == keys::READ.place => of_children(key),
        place if place == keys::CRD.place => match key {
            "last_update_time" => Some("in a status write `#[status(last_update_time)]`"),
            _ => None,
        },
        place if place == keys::ON.place => match key {
            "spec" => Some("a change of the spec moves the `generation`"),
            "data" => Some("of a kind without generations, `generation` stands for its content"),
            "metadata" => Some("name the parts of it: `labels`, `annotations`"),
            "uid" | "deletion" | "deletion_timestamp" | "finalizer" | "finalizers" => Some(
                "another incarnation, a deletion mark and the loss of the operator's finalizer wake in any case",
            ),
            _ => None,
        },
        place if place == keys::FAILURE.place => {
            keys::VARIANT.known.contains(&key).then_some("it belongs on a variant")
        }
        place if place == keys::VARIANT.place => {
            keys::FAILURE.known.contains(&key).then_some("it belongs on the enum")
        }
        _ => None,
    }
}

fn owned(key: &str) -> Option<&'static str> {
    Some(match key {
        "optional" => "write `Option<Kind>` for none or one, `if_served` where a cluster may lack the kind",
        "live" => "that is for `reads(Kind(live))`; a kind that is owned can be read with `cx.live` as it is",
        "map" | "labels" => "that is for `watches(..)`: a change of a child runs its owner",
        "keep" | "prune" | "orphan" => "write `retain` for children that are never deleted",
        "force" | "take_over" => "write `adopt` for objects that are there already",
        "recreate" | "replace" => "write `on_immutable = recreate`",
        _ => return None,
    })
}

/// What can be said of children alone.
fn of_children(key: &str) -> Option<&'static str> {
    let is_one = keys::OWNED.known.contains(&key) && !keys::WATCHED.known.contains(&key);
    is_one.then_some("that is for kinds that the operator creates, in `owns(..)`")
}

fn operator(key: &str) -> Option<&'static str> {
    Some(match key {
        "namespaced" => "objects live in namespaces unless there is `scope = Cluster`",
        "column" | "printcolumn" => "mark the field: `#[crd(column)]`",
        "scale" => "mark the fields, one in the spec and one in the status: `#[crd(scale)]`",
        "validate" => "write `webhook(validate)`",
        "default" => "write `webhook(default)`, or `#[crd(default = value)]` on a field",
        "conditions" => "they are in the status: `conditions: Conditions<MyAppCondition>`",
        "predicate" | "filter" => "write `when = path::to::function`",
        "interval" => "write `resync = \"10h\"` for all objects, or `source = path::to::function`",
        "retain" | "adopt" | "if_served" | "depends_on" | "shared" | "on_immutable" => {
            "it stands behind a kind in `owns(..)`: `owns(Secret(retain))`"
        }
        "derive" => "derives stand below the macro: `#[derive(PartialEq)]`",
        "doc" => "the description is the doc comment of the struct",
        _ => return None,
    })
}
