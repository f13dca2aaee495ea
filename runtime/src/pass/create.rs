//! Step 4, for a child that is not seen: it is created, or found again, or its name is somebody else's.

use tracing::{debug, info, warn};

use super::{
    Engine,
    change::contested,
    children::One,
    contest::{Ruling, WINDOW},
    memory::{LONGEST_TAKEN, Uncovered},
    past::Circumstances,
    plan::Planned,
};
use crate::{
    apply::{Created, Holder, Owner, Path, Target, Waiting, coverage, create},
    cache::Cache,
    failure::Failed,
    object::Object,
};

impl Engine {
    pub(super) async fn create(
        &self,
        owner: &Object,
        child: &Planned,
        target: &Target<'_>,
        cache: &Cache,
    ) -> One {
        let owner_key = owner.meta().key();
        let circumstances = Circumstances::of(owner, child, None, self.server.manager());
        if let Some(refused) =
            self.memory.refused(&owner_key, child, &circumstances, self.declaration.backoff.max)
        {
            return One::Failed(refused);
        }
        // One that is there and cannot be seen has lost the label by which it is found.
        let label = [Path::parse(&format!("metadata.labels[{}]", self.declaration.operator_label()))];
        let ruling = self.memory.ruling(&owner_key, child, &label);
        if let Ruling::Hold(told, left) = &ruling
            && told.paths == label
        {
            // One that is gone is created at once.
            match target.read_metadata().await {
                Ok(None) => {}
                Ok(Some(_)) => return One::Failed(contested(child, told, *left)),
                Err(problem) => return self.unmade(owner, child, &problem),
            }
        }
        let owned = &self.declaration.owns[child.entry];
        let identity = Owner {
            group: self.declaration.group.to_owned(),
            kind: self.declaration.kind.to_owned(),
            name: owner.meta().name.clone(),
            uid: owner.meta().uid.clone(),
            applied: self.declaration.applied_annotation(),
            shared: self.shared(child),
            former_managers: self.declaration.former_managers,
            named: (owned.retain || owned.adopt).then(|| {
                let name = &owner.meta().name;
                (self.declaration.owner_annotation(), self.declaration.owner_text(name))
            }),
            adopt: owned.adopt,
        };
        match create(target, &child.body, &identity).await {
            Ok(Created::Created(bytes)) => {
                self.memory.put_back(&owner_key, child, &[], None);
                self.wrote(owner, child, cache, &bytes)
            }
            Ok(Created::Adopted(bytes)) => {
                info!(object = %owner_key, kind = %child.kind, child = %child.key, "taken: it was nobody's");
                self.memory.put_back(&owner_key, child, &[], None);
                self.wrote(owner, child, cache, &bytes)
            }
            Ok(Created::Applied(bytes)) => {
                let told = match ruling {
                    Ruling::Fight(paths) => Some(self.told(child, target, paths).await),
                    _ => None,
                };
                self.memory.put_back(&owner_key, child, &label, told.clone());
                match (self.wrote(owner, child, cache, &bytes), told) {
                    (One::Done, Some(told)) => One::Failed(contested(child, &told, WINDOW)),
                    (one, _) => one,
                }
            }
            Ok(Created::Wait(Waiting::Terminating | Waiting::EarlierIncarnation) | Created::Stale) => {
                One::Wait
            }
            Ok(Created::NameTaken(holder)) => One::Failed(taken(child, &holder)),
            Ok(Created::NamespaceTerminating) => {
                debug!(object = %owner.meta().key(), "its namespace is going away");
                One::NamespaceTerminating(child.key.clone())
            }
            Err(problem) => self.refusal(owner, child, None, &problem),
        }
    }

    /// Takes the answer into the cache, and notes what the server did not keep of what we sent.
    pub(super) fn wrote(&self, owner: &Object, child: &Planned, cache: &Cache, bytes: &[u8]) -> One {
        let object = match Object::from_slice(bytes, &[self.server.manager()]) {
            Ok(object) => object,
            Err(problem) => return One::Failed(Failed::transient("Undecodable", problem.to_string())),
        };
        let fields = object.own_fields(self.server.manager()).map(|fields| fields.get());
        info!(object = %owner.meta().key(), kind = %child.kind, child = %child.key, "applied");
        let lost = coverage::uncovered_raw(&child.body, fields).unwrap_or_default();
        let names = lost.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        if !lost.is_empty() && self.memory.note(&owner.meta().key(), Uncovered::of(child, fields, lost)) {
            warn!(
                object = %owner.meta().key(), kind = %child.kind, child = %child.key, fields = names,
                "the server did not keep all that was applied; not tried again until something changes"
            );
        }
        cache.wrote(object, self.declaration.name);
        One::Done
    }
}

/// Reason of a failure to make a child whose name somebody else has.
pub(super) const NAME_TAKEN: &str = "NameTaken";

/// A name that somebody else has. It may become free without an event that we would see: tried again, ever later.
/// [`Memory::taken`](super::memory::Memory::taken) says when.
fn taken(child: &Planned, holder: &Holder) -> Failed {
    let by = match holder {
        Holder::Controller { kind, name } => format!("it belongs to {kind} {name}"),
        Holder::OtherOperator(operator) => format!("by its labels it is a child of {operator}"),
        Holder::Managers(managers) if managers.is_empty() => "it belongs to somebody else".to_owned(),
        Holder::Managers(managers) => format!("it was written by {}", managers.join(", ")),
    };
    let message = format!("{} {} exists already: {by}", child.kind, child.key.name);
    Failed::transient(NAME_TAKEN, message).after(LONGEST_TAKEN)
}
