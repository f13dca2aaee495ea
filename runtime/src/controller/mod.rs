//! Caches wake keys, the queue orders them, each claim is one pass.

mod kinds;
mod listen;
mod outside;
mod told;
mod triggers;

use std::{convert::Infallible, future, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use futures::FutureExt;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tracing::{debug, error, info, warn};

use self::told::Told;
use crate::{
    cache::State,
    clock::Clock,
    events::Events,
    failure::Failed,
    hub::{lacks_kind, problem},
    manager::Problem,
    object::{Kind, Object, ObjectKey},
    pass::{Ended, Engine, Next},
    queue::{Claim, Queue},
};

/// Longest backoff of an object while the server is at fault: an outage of an hour must not be followed by a quarter of
/// an hour in which objects wait. The retry rate spreads them.
const OUTAGE: Duration = Duration::from_secs(60);

/// One operator at work.
pub(crate) struct Controller {
    engine: Arc<Engine>,
    queue: Queue<ObjectKey>,
    clock: Arc<dyn Clock>,
    tasks: TaskTracker,
    /// Cancels passes that a stop does not want to wait for.
    passes: CancellationToken,
    told: Told,
}

/// How long a pass may last before it is asked whether it holds up others.
const SLOW: Duration = Duration::from_secs(10);

impl Controller {
    pub(crate) fn new(engine: Arc<Engine>, queue: Queue<ObjectKey>, clock: Arc<dyn Clock>) -> Self {
        let told = Told::new(engine.declaration.kind);
        Self { engine, queue, clock, tasks: TaskTracker::new(), passes: CancellationToken::new(), told }
    }

    pub(crate) fn cached(&self, kind: &Kind, key: &ObjectKey) -> Option<Arc<Object>> {
        self.engine.hub.caches().iter().filter(|cache| cache.kind() == kind).find_map(|cache| cache.get(key))
    }

    /// What keeps this operator from its work.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        let operator = self.engine.declaration.name;
        let caches = self.engine.hub.caches();
        let caches = caches.iter().filter_map(|cache| match cache.state() {
            State::Synced => None,
            State::Pending => Some(Problem::Unlisted { operator, resource: cache.kind().resource() }),
            State::Failing { error, ever_synced } => {
                Some(Problem::Unwatched { operator, error, ever_synced })
            }
        });
        let rights = self.told.missing_rights().into_iter();
        caches
            .chain(rights.map(|(right, objects)| Problem::MissingRight { operator, right, objects }))
            .collect()
    }

    pub(crate) fn events(&self) -> &Events {
        self.engine.events()
    }

    pub(crate) fn queue(&self) -> &Queue<ObjectKey> {
        &self.queue
    }

    /// Works until `stop`, then lets passes end within `grace`. Says whether all of them did.
    pub(crate) async fn run(self: Arc<Self>, stop: CancellationToken, grace: Duration) -> bool {
        self.listen(&stop);
        for cache in self.engine.hub.caches() {
            self.tasks.spawn(self.clone().follow_kind(cache, stop.clone()));
        }
        let begun = tokio::select! {
            () = self.settled(&stop) => true,
            () = stop.cancelled() => false,
        };
        if begun {
            info!(operator = self.engine.declaration.name, "caches are listed, passes begin");
            self.draw(&stop);
            self.work(&stop).await;
        }
        self.queue.shut_down();
        let drained = tokio::time::timeout(grace, self.queue.drained()).await.is_ok();
        self.passes.cancel();
        self.tasks.close();
        self.tasks.wait().await;
        drained
    }

    async fn work(self: &Arc<Self>, stop: &CancellationToken) {
        loop {
            let claim = tokio::select! {
                biased;
                () = stop.cancelled() => return,
                claim = self.queue.next() => claim,
            };
            let Some(claim) = claim else { return };
            self.tasks.spawn(self.clone().visit(claim));
        }
    }

    /// No pass may begin while a list is incomplete: what is not listed yet would read as absent. A kind that
    /// cannot be listed at all holds up only the passes that need it.
    async fn settled(self: &Arc<Self>, stop: &CancellationToken) {
        for cache in self.engine.hub.caches() {
            cache.settled().await;
            if lacks_kind(&cache.state()) {
                // Told and waited for elsewhere: it may go and come at any time.
                continue;
            }
            if let Some(problem) = problem(&cache) {
                warn!(operator = self.engine.declaration.name, kind = %cache.kind(), problem, "not listed");
                self.tasks.spawn(self.clone().wake_when_listed(cache, stop.clone()));
            }
        }
    }

    /// One pass of one object, whatever happens in it.
    async fn visit(self: Arc<Self>, claim: Claim<ObjectKey>) {
        let key = claim.key().clone();
        let limit = self.engine.declaration.timeout;
        let cancel = self.passes.child_token();
        let pass = AssertUnwindSafe(self.engine.pass(&key, &cancel)).catch_unwind();
        let ended = tokio::select! {
            ended = tokio::time::timeout(limit, pass) => Some(ended),
            () = self.passes.cancelled() => None,
            never = self.tell_of_slow(&key) => match never {},
        };
        cancel.cancel();
        match ended {
            Some(Ok(Ok(ended))) => self.settle(claim, ended),
            Some(Ok(Err(_))) => {
                error!(object = %key, operator = self.engine.declaration.name, "the pass itself panicked");
                claim.fail();
            }
            Some(Err(_)) => {
                error!(object = %key, ?limit, "the pass took too long and was given up");
                claim.fail();
            }
            None => debug!(object = %key, "the pass was cancelled: the process is stopping"),
        }
    }

    /// Says that a pass holds up others, once for each pass: it lasts, there is no other place, and somebody waits.
    async fn tell_of_slow(&self, key: &ObjectKey) -> Infallible {
        let begun = self.clock.now();
        let mut look = begun + SLOW;
        loop {
            self.clock.sleep_until(look).await;
            let (now, stats) = (self.clock.now(), self.queue.stats());
            if now >= look && stats.ready > 0 && stats.in_flight >= self.engine.declaration.concurrency {
                let (lasts, waiting) = (now.duration_since(begun), stats.ready);
                warn!(
                    object = %key, kind = self.engine.declaration.kind, ?lasts, waiting, places = stats.in_flight,
                    "this pass lasts, and others wait for a place: raise `concurrency`, or bound what `desired` and \
                     `observe` wait for"
                );
                return future::pending().await;
            }
            look = look.max(now) + SLOW;
        }
    }

    fn settle(&self, claim: Claim<ObjectKey>, ended: Ended) {
        let key = claim.key();
        if let Next::Rest(delay) = ended.next {
            self.queue.add_after(key, delay);
            return;
        }
        self.told.log(key, ended.failed.as_ref(), self.clock.now());
        // A pass that is tried again by its backoff has a next one already.
        if let (Next::Await | Next::After(_), Some(period)) = (&ended.next, self.engine.declaration.resync) {
            self.queue.resync(key, period);
        }
        match ended.next {
            Next::Gone | Next::Await | Next::Rest(_) => claim.succeed(),
            Next::After(delay) => claim.again(delay),
            Next::Backoff => fail(claim, ended.failed.as_ref()),
            Next::BackoffWithin(delay) => {
                self.queue.add_after(key, delay);
                fail(claim, ended.failed.as_ref());
            }
        }
    }
}

fn fail(claim: Claim<ObjectKey>, failed: Option<&Failed>) {
    if failed.is_some_and(|failed| failed.outage) {
        claim.fail_within(OUTAGE);
    } else {
        claim.fail();
    }
}
