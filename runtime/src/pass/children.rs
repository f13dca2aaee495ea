//! Step 4: children are created, applied or left alone.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use futures::future::join_all;
use tracing::debug;

use super::{
    Engine,
    create::NAME_TAKEN,
    kin::names_owner,
    memory::Uncovered,
    next::{Next, stronger},
    order::{Held, Lack},
    plan::{Planned, plan},
    unready::is_blocked,
};
use crate::{
    apply::{Folded, RequestError, Target, coverage, take_over},
    children::Child,
    declare::Declaration,
    failure::Failed,
    object::{Kind, Object, ObjectKey},
};

/// How soon to look again at a namespace that is going away.
const TERMINATING: Duration = Duration::from_secs(60);

/// What became of the children.
pub(super) struct Made {
    pub failed: Option<Failed>,
    pub next: Next,
    /// Children that are wanted, so that those of `Ready` are told from those on their way out.
    pub wanted: HashSet<(Kind, ObjectKey)>,
    /// Children whose namespace is absent or being deleted.
    pub homeless: HashSet<ObjectKey>,
    /// Children that could not be made, and will not be by trying again alone.
    pub blocked: HashMap<(Kind, ObjectKey), Failed>,
    /// Children that could not be written as wanted yet, because somebody else wrote at the same time.
    pub pending: HashSet<(Kind, ObjectKey)>,
    /// Children that wait for others, with what they wait for.
    pub held: Vec<Held>,
    /// Children that are left out, because the cluster does not have their kind.
    pub skipped: Vec<String>,
}

impl Default for Made {
    fn default() -> Self {
        Self {
            failed: None,
            next: Next::Await,
            wanted: HashSet::new(),
            homeless: HashSet::new(),
            blocked: HashMap::new(),
            pending: HashSet::new(),
            held: Vec::new(),
            skipped: Vec::new(),
        }
    }
}

/// What became of one child.
pub(super) enum One {
    /// Written, deleted or left alone.
    Done,
    /// Somebody else's work is in the way, and no event may tell us of its end.
    Wait,
    /// Nothing can be created until its namespace has gone and come again.
    NamespaceTerminating(ObjectKey),
    /// It waits for children of other entries, whose events bring the next pass.
    Held(Held),
    /// The server has too much to do, and wants to be left alone for so long. That is no fault of the object.
    Busy(Duration),
    Failed(Failed),
}

enum Whose {
    Ours,
    /// Ours by what we wrote, but without a reference to its owner.
    LostReference,
    EarlierIncarnations,
    Unclear,
}

impl Engine {
    pub(super) async fn make(&self, owner: &Object, children: Vec<Child>) -> Made {
        let planned = match plan(self.declaration, owner, children) {
            Ok(planned) => planned,
            Err(refused) => {
                let next = Next::of(Some(&refused), None);
                return Made { failed: Some(refused), next, ..Made::default() };
            }
        };
        let (planned, skipped) = self.without_unserved(planned);
        let mut made = Made { skipped, ..Made::default() };
        made.wanted.extend(planned.iter().map(|child| (child.kind.clone(), child.key.clone())));
        self.memory.keep_children(&owner.meta().key(), &made.wanted);
        let results = self.make_in_order(owner, &planned).await;
        let key = owner.meta().key();
        let unwanted = self.unwanted(owner, &made.wanted);
        let pruned = join_all(unwanted.iter().map(|(cache, child)| self.prune(&key, cache, child))).await;
        let results = results.into_iter().map(|(child, one)| (Some(child), one));
        let (mut waits, mut taken) = (false, false);
        for (child, result) in results.chain(pruned.into_iter().map(|one| (None, one))) {
            match result {
                One::Done => {}
                One::Wait => {
                    waits = true;
                    made.pending.extend(child.map(|child| (child.kind.clone(), child.key.clone())));
                }
                One::Held(held) => made.held.push(held),
                One::NamespaceTerminating(child) => {
                    made.homeless.insert(child);
                    made.next = made.next.at_latest(Some(TERMINATING));
                }
                One::Busy(delay) => made.next = made.next.at_latest(Some(delay)),
                One::Failed(failed) => {
                    taken |= failed.reason == NAME_TAKEN;
                    if let Some(child) = child.filter(|_| is_blocked(&failed)) {
                        made.blocked.insert((child.kind.clone(), child.key.clone()), failed.clone());
                    }
                    made.next = made.next.sooner(Next::of(Some(&failed), None));
                    made.failed = stronger(made.failed, Some(failed));
                }
            }
        }
        made.next = made.next.at_latest(self.memory.wait(&key, waits));
        made.next = made.next.at_latest(self.memory.taken(&key, taken));
        made
    }

    pub(super) async fn make_one(&self, owner: &Object, child: &Planned, lack: Option<&Lack>) -> One {
        let cache = &self.hub.owned[child.entry];
        let target = Target { server: &self.server, kind: &child.kind, key: &child.key };
        let Some(live) = cache.get(&child.key) else {
            return match lack {
                Some(lack) => One::Held(Held::by(child, lack)),
                None => self.create(owner, child, &target, cache).await,
            };
        };
        if live.meta().is_deleting() {
            // Its deletion comes as an event, and makes room for a new one.
            return One::Done;
        }
        match self.whose(owner, child, &live) {
            Whose::Ours => {}
            Whose::LostReference => match self.still_lives(owner).await {
                Ok(true) => {}
                Ok(false) => return One::Done,
                Err(problem) => return self.unmade(owner, child, &problem),
            },
            Whose::EarlierIncarnations => return One::Wait,
            // The create finds out whose it is, without writing.
            Whose::Unclear => return self.create(owner, child, &target, cache).await,
        }
        let live = match take_over(&target, &live, self.declaration.former_managers).await {
            Ok(Folded::Nothing) if self.is_as_applied(owner, child, &live) => {
                return self.left_alone(owner, child);
            }
            Ok(Folded::Nothing) => live,
            // What they own and we do not send goes with our next apply only.
            Ok(Folded::Folded(bytes)) => match Object::from_slice(&bytes, &[self.server.manager()]) {
                Ok(folded) => Arc::new(folded),
                Err(problem) => return One::Failed(Failed::transient("Undecodable", problem.to_string())),
            },
            Ok(Folded::Stale) => return One::Wait,
            Err(problem) => return self.unmade(owner, child, &problem),
        };
        if let Some(lack) = lack.filter(|_| !self.is_same_wish(child, &live)) {
            return One::Held(Held::by(child, lack));
        }
        self.change(owner, child, &target, cache, &live).await
    }

    /// Asks the server itself. An owner that is being deleted with its children orphaned loses its references, and
    /// that may be seen before its own deletion mark: a reference put back then would have the child collected.
    async fn still_lives(&self, owner: &Object) -> Result<bool, RequestError> {
        let live = self.target(&owner.meta().key()).read_metadata().await?;
        Ok(live.is_some_and(|live| live.meta().uid == owner.meta().uid && !live.meta().is_deleting()))
    }

    /// Whose a cached child is. It carries this operator's label, or it would not be cached.
    fn whose(&self, owner: &Object, planned: &Planned, child: &Object) -> Whose {
        let entry = &self.declaration.owns[planned.entry];
        let is_named = || names_owner(self.declaration, owner, child.meta());
        let (owner, declaration) = (owner.meta(), self.declaration);
        let is_labelled = || child.meta().labels.get(&declaration.owner_label()) == Some(&owner.uid);
        match child.meta().controller() {
            Some(controller) if controller.uid == owner.uid => Whose::Ours,
            Some(controller)
                if controller.group() == declaration.group
                    && controller.kind == declaration.kind
                    && controller.name == owner.name =>
            {
                // The garbage collector is about to remove it.
                Whose::EarlierIncarnations
            }
            // It never had one, and outlived its owner perhaps.
            None if entry.retain && (is_labelled() || is_named()) => Whose::Ours,
            // A hand edit took the reference away; what we wrote says whose it was.
            None if is_labelled() && child.own_fields(self.server.manager()).is_some() => {
                Whose::LostReference
            }
            // An earlier owner of the same name was deleted without its children.
            None if entry.adopt && is_named() => Whose::LostReference,
            _ => Whose::Unclear,
        }
    }

    /// The hash of what we would send is the one that we sent.
    pub(super) fn is_same_wish(&self, child: &Planned, live: &Object) -> bool {
        live.meta().annotations.get(&self.declaration.applied_annotation()) == Some(&child.hash)
    }

    /// Left alone: it is what we sent, and everything in it is still ours.
    fn is_as_applied(&self, owner: &Object, child: &Planned, live: &Object) -> bool {
        if !self.is_same_wish(child, live) {
            return false;
        }
        let fields = live.own_fields(self.server.manager()).map(|fields| fields.get());
        let Ok(lost) = coverage::uncovered_raw(&child.body, fields) else { return false };
        lost.is_empty() || self.memory.is_known(&owner.meta().key(), &Uncovered::of(child, fields, lost))
    }

    /// How long a server that answered 429 wants to be left alone, a second if it does not say: for so long no request
    /// is sent for this object. That is no failure of the object.
    pub(super) fn busy(&self, key: &ObjectKey, problem: &RequestError) -> Option<Duration> {
        let RequestError::Unavailable { code: 429, retry_after, .. } = problem else { return None };
        let delay = retry_after.unwrap_or(Duration::from_secs(1));
        debug!(object = %key, ?delay, "the server has too much to do");
        self.memory.rest(key, delay);
        Some(delay)
    }

    /// What became of a child whose request failed.
    pub(super) fn unmade(&self, owner: &Object, child: &Planned, problem: &RequestError) -> One {
        match self.busy(&owner.meta().key(), problem) {
            Some(delay) => One::Busy(delay),
            None => One::Failed(self.failed(child, problem)),
        }
    }

    pub(super) fn failed(&self, child: &Planned, problem: &RequestError) -> Failed {
        let failed = failed_request(problem, self.declaration);
        Failed { message: format!("{} {}: {}", child.kind, child.key.name, failed.message), ..failed }
    }
}

/// What a failed request means for the object.
pub(super) fn failed_request(problem: &RequestError, declaration: &Declaration) -> Failed {
    let failed = |reason| Failed::transient(reason, problem.to_string());
    match problem {
        RequestError::Forbidden(right) => failed("Forbidden").for_want_of(right.clone()),
        // Sent again it is refused again, until something changes that we may not see, such as a quota.
        RequestError::Rejected(rejection) => {
            failed("Rejected").after(declaration.backoff.max).at(rejection.field().map(str::to_owned))
        }
        RequestError::ApiAbsent { .. } => failed("ApiAbsent").of_all(),
        RequestError::Unavailable { retry_after: Some(delay), .. } => {
            failed("Unavailable").after(*delay).by_outage()
        }
        RequestError::Unavailable { .. } | RequestError::Call(_) => failed("Unavailable").by_outage(),
        RequestError::Unexpected { .. } => failed("UnexpectedAnswer"),
        // A proxy in between, a cut answer: the object itself is not at fault.
        RequestError::Undecodable(_) => failed("Undecodable"),
    }
}
