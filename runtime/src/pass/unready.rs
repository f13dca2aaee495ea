//! What the children as a whole lack, for `Ready` and `Progressing`.

use super::{
    Engine,
    children::Made,
    order::{Held, wanted_child},
};
use crate::{
    failure::{Class, Failed},
    object::Object,
    readiness,
};

/// Why the children are not all ready: one cause, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unready {
    /// A child has failed: waiting alone is not likely to help.
    Failed(String),
    /// Children wait for others, or one is not ready yet.
    Waiting(String),
    /// One could not be made, and all others are ready: nothing moves until a person has done something.
    Blocked(Failed),
}

impl Engine {
    /// `None` when all children are ready. Of several causes a failed child comes first, since waiting for the others
    /// does not end it.
    pub(super) fn unready(&self, owner: &Object, made: &Made) -> Option<Unready> {
        let mut waiting = (!made.held.is_empty()).then(|| in_short(&made.held));
        let mut blocked = None;
        for cache in self.hub.owned_once() {
            let kind = cache.kind();
            for child in self.children(cache, owner) {
                let ready = readiness::of(kind, &child.value());
                let Some(text) = ready.waiting_for() else { continue };
                let text = || format!("{kind} {}: {text}", child.meta().name);
                if ready.is_failed() {
                    return Some(Unready::Failed(text()));
                }
                waiting.get_or_insert_with(text);
            }
            let mut wanted: Vec<_> = made.wanted.iter().filter(|(wanted, _)| wanted == kind).collect();
            // In order, so that the message does not change from pass to pass.
            wanted.sort_unstable_by_key(|(_, key)| key);
            for child @ (_, key) in wanted {
                let lacks = match wanted_child(self.declaration, cache, key, owner) {
                    // It may be ready as it was before, but it is to be another one.
                    Ok(_) if made.pending.contains(child) => "has not been changed as wanted yet",
                    Ok(_) => continue,
                    Err(lacks) => lacks,
                };
                if let Some(failed) = made.blocked.get(child) {
                    blocked.get_or_insert_with(|| failed.clone());
                    continue;
                }
                let homeless = made.homeless.contains(key) && cache.get(key).is_none();
                let text = if homeless { "its namespace does not exist or is being deleted" } else { lacks };
                waiting.get_or_insert_with(|| format!("{kind} {}: {text}", key.name));
            }
        }
        waiting.map(Unready::Waiting).or(blocked.map(Unready::Blocked))
    }
}

/// Whether a child that failed so stays unmade until somebody else does something: a retry alone does not help.
pub(super) fn is_blocked(failed: &Failed) -> bool {
    failed.class == Class::Permanent
        || matches!(&*failed.reason, "NameTaken" | "Forbidden" | "Rejected" | "ApiAbsent")
}

/// The first few of them.
fn in_short(held: &[Held]) -> String {
    const SHOWN: usize = 3;
    let mut text = held.iter().take(SHOWN).map(ToString::to_string).collect::<Vec<_>>().join("; ");
    if held.len() > SHOWN {
        text.push_str(&format!("; and {} more", held.len() - SHOWN));
    }
    text
}
