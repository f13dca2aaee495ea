//! Step 4, for a child that is there and is not as it was applied: it is changed, put back, left or made anew.

use std::time::Duration;

use tracing::{debug, info};

use super::{
    Engine,
    children::One,
    contest::{Ruling, Told, WINDOW},
    past::Circumstances,
    plan::Planned,
};
use crate::{
    apply::{
        Applied, Deleted, HandedOver, Path, Propagation, RequestError, Target, coverage,
        delete::delete_with,
        hand_over,
        recreate::{is_data, rehearse},
        rival, update,
    },
    cache::Cache,
    declare::OnImmutable,
    events::{EventType, Regarding},
    failure::Failed,
    object::{Kind, Object},
};

impl Engine {
    /// A child that is as it was applied. It may still be told that it was not.
    pub(super) fn left_alone(&self, owner: &Object, child: &Planned) -> One {
        match self.memory.kept(&owner.meta().key(), child) {
            Some((told, left)) => One::Failed(contested(child, &told, left)),
            None => One::Done,
        }
    }

    pub(super) async fn change(
        &self,
        owner: &Object,
        child: &Planned,
        target: &Target<'_>,
        cache: &Cache,
        live: &Object,
    ) -> One {
        let key = owner.meta().key();
        let circumstances = Circumstances::of(owner, child, Some(live), self.server.manager());
        if let Some(refused) = self.memory.refused(&key, child, &circumstances, self.declaration.backoff.max)
        {
            return One::Failed(refused);
        }
        let taken = self.taken(owner, child, live);
        let told = match self.memory.ruling(&key, child, &taken) {
            Ruling::PutBack => None,
            Ruling::Fight(paths) => Some(self.told(child, target, paths).await),
            Ruling::Hold(told, left) => return One::Failed(contested(child, &told, left)),
        };
        match self.send(child, target, live).await {
            Ok(Applied::Applied(bytes)) => {
                self.memory.put_back(&key, child, &taken, told.clone());
                match (self.wrote(owner, child, cache, &bytes), told) {
                    (One::Done, Some(told)) => One::Failed(contested(child, &told, WINDOW)),
                    (one, _) => one,
                }
            }
            Ok(Applied::Stale) => One::Wait,
            Err(RequestError::Rejected(rejection))
                if rejection.immutable && self.propagation(child).is_some() =>
            {
                let field = rejection.field().unwrap_or_default().to_owned();
                self.recreate(owner, child, target, cache, live, &field).await
            }
            Err(problem) => self.refusal(owner, child, Some(live), &problem),
        }
    }

    /// What became of a child whose request failed. A refusal is remembered: sent again it would be refused again.
    pub(super) fn refusal(
        &self,
        owner: &Object,
        child: &Planned,
        live: Option<&Object>,
        problem: &RequestError,
    ) -> One {
        let made = self.unmade(owner, child, problem);
        if let (One::Failed(failed), RequestError::Rejected(_)) = (&made, problem) {
            let circumstances = Circumstances::of(owner, child, live, self.server.manager());
            self.memory.note_refused(&owner.meta().key(), child, circumstances, failed.clone());
        }
        made
    }

    /// Fields of a child that keep their value when they are no longer sent.
    pub(super) fn shared(&self, child: &Planned) -> Vec<Path> {
        let declared = self.declaration.owns[child.entry].shared;
        let scaled = is_workload(&child.kind).then_some("spec.replicas");
        declared.iter().copied().chain(scaled).map(Path::parse).collect()
    }

    async fn send(
        &self,
        child: &Planned,
        target: &Target<'_>,
        live: &Object,
    ) -> Result<Applied, RequestError> {
        match hand_over(target, &child.body, &self.shared(child), live).await? {
            HandedOver::Ready => update(target, &child.body, &live.meta().uid).await,
            HandedOver::Stale => Ok(Applied::Stale),
        }
    }

    /// What others took from us since we applied this very body. Nothing, if it is another one.
    fn taken(&self, owner: &Object, child: &Planned, live: &Object) -> Vec<Path> {
        let fields = live.own_fields(self.server.manager()).map(|fields| fields.get());
        let mut lost = coverage::uncovered_raw(&child.body, fields).unwrap_or_default();
        let applied =
            Path::parse(&format!("metadata.annotations[{}]", self.declaration.applied_annotation()));
        // The hash is another one, and it is ours: we have written it.
        let is_ours = !lost.iter().any(|path| applied.segments().starts_with(path.segments()));
        if is_ours && !self.is_same_wish(child, live) {
            return Vec::new();
        }
        let never_kept = self.memory.never_kept(&owner.meta().key(), child);
        lost.retain(|path| !never_kept.contains(path));
        lost
    }

    /// What is told about fields that are taken again and again.
    pub(super) async fn told(&self, child: &Planned, target: &Target<'_>, paths: Vec<Path>) -> Told {
        const SHOWN: usize = 3;
        let mut fields = paths.iter().take(SHOWN).map(ToString::to_string).collect::<Vec<_>>().join(", ");
        if paths.len() > SHOWN {
            fields.push_str(&format!(" and {} more", paths.len() - SHOWN));
        }
        let by = match rival::find(target, &child.body, &paths).await {
            Ok(Some(rival)) if rival.has_field => format!("{} changes {fields}", rival.manager),
            Ok(Some(rival)) => {
                format!("{fields} is taken away, and {} was the last other writer", rival.manager)
            }
            Ok(None) => format!("somebody changes {fields}"),
            Err(problem) => {
                debug!(kind = %child.kind, child = %child.key, "the rival's name is not known: {problem}");
                format!("somebody changes {fields}")
            }
        };
        let text = format!("{by} again and again; it is put back once in {} minutes", WINDOW.as_secs() / 60);
        Told { paths, text }
    }

    /// Whether a child of this kind is deleted for being immutable, and what of it stays.
    fn propagation(&self, child: &Planned) -> Option<Propagation> {
        let stateful = &*child.kind.group == "apps" && &*child.kind.kind == "StatefulSet";
        match self.declaration.owns[child.entry].on_immutable {
            OnImmutable::Report => None,
            _ if is_data(&child.kind) => None,
            OnImmutable::RecreateOrphan => Some(Propagation::Orphan),
            OnImmutable::Recreate if stateful => Some(Propagation::Orphan),
            OnImmutable::Recreate => Some(Propagation::Background),
        }
    }

    /// Deletes a child that cannot be changed, and creates it anew: if the server would take it.
    async fn recreate(
        &self,
        owner: &Object,
        child: &Planned,
        target: &Target<'_>,
        cache: &Cache,
        live: &Object,
        field: &str,
    ) -> One {
        let uid = &live.meta().uid;
        if let Err(problem) = rehearse(target, &child.body).await {
            return self.refusal(owner, child, Some(live), &problem);
        }
        let propagation = self.propagation(child).unwrap_or(Propagation::Background);
        info!(object = %owner.meta().key(), kind = %child.kind, child = %child.key, field, "deleting, to create it anew");
        match delete_with(target, uid, propagation).await {
            Ok(Deleted::Removed) => cache.removed(&child.key, uid),
            Ok(Deleted::Marked(bytes)) => {
                if let Ok(object) = Object::from_slice(&bytes, &[self.server.manager()]) {
                    cache.wrote(object, self.declaration.name);
                }
            }
            Ok(Deleted::Stale) => return One::Wait,
            Err(problem) => return self.unmade(owner, child, &problem),
        }
        let note = format!(
            "{} {}: {field} cannot be changed: deleted, to be created anew",
            child.kind, child.key.name
        );
        self.events.say(EventType::Warning, &Regarding::object(owner.meta()), "Recreating", &note);
        // Where something holds it, its end comes as an event.
        if cache.get(&child.key).is_some() {
            One::Wait
        } else {
            self.create(owner, child, target, cache).await
        }
    }
}

pub(super) fn contested(child: &Planned, told: &Told, left: Duration) -> Failed {
    Failed::transient("Contested", format!("{} {}: {}", child.kind, child.key.name, told.text)).after(left)
}

/// A kind of Kubernetes' own that autoscalers scale. Which field it is in a custom resource only its CRD says.
fn is_workload(kind: &Kind) -> bool {
    matches!(
        (&*kind.group, &*kind.kind),
        ("apps", "Deployment" | "StatefulSet" | "ReplicaSet") | ("", "ReplicationController")
    )
}
