//! Events about objects, through events.k8s.io.
//!
//! Saying one costs a pass nothing: it goes into a ledger, from which one task writes. So an outage piles nothing up, a
//! repeat is a count and not a write, and an event that cannot be written fails nothing. kube's `Recorder` writes once
//! per repeat, and makes names that are too long for the server.

mod body;
mod ledger;
mod writer;

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::{Notify, watch};
use tokio_util::sync::{CancellationToken, DropGuard};

use self::{
    body::Source,
    ledger::{Ledger, Said},
};
use crate::{
    client::Server,
    clock::{Clock, timestamp},
    declare::Declaration,
    object::Meta,
};

/// How serious an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventType {
    /// Somebody may like to know.
    Normal,
    /// Something is wrong, or may be.
    Warning,
}

/// An object that an event is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Regarding {
    pub(super) namespace: Option<String>,
    pub(super) name: String,
    pub(super) uid: String,
}

impl Regarding {
    pub(crate) fn object(meta: &Meta) -> Self {
        Self { namespace: meta.namespace.clone(), name: meta.name.clone(), uid: meta.uid.clone() }
    }
}

/// Says events in an operator's name. Clones share one ledger, whose task ends with the last of them.
#[derive(Clone)]
pub(crate) struct Events {
    shared: Arc<Shared>,
    _writer: Arc<DropGuard>,
}

/// What those who say and the one who writes share.
struct Shared {
    server: Server,
    source: Source,
    clock: Arc<dyn Clock>,
    ledger: Mutex<Ledger>,
    /// Wakes the writer.
    said: Notify,
    /// Whether nothing is to be written now.
    idle: watch::Sender<bool>,
}

impl Events {
    /// Must be called inside a tokio runtime.
    pub(crate) fn new(server: Server, declaration: &Declaration, clock: Arc<dyn Clock>) -> Self {
        let shared = Arc::new(Shared {
            server,
            source: Source::of(declaration),
            clock,
            ledger: Mutex::default(),
            said: Notify::new(),
            idle: watch::Sender::new(true),
        });
        let stop = CancellationToken::new();
        tokio::spawn(stop.clone().run_until_cancelled_owned(writer::write(shared.clone())));
        Self { shared, _writer: Arc::new(stop.drop_guard()) }
    }

    /// Says something about an object. What does not fit the server's limits is cut.
    pub(crate) fn say(&self, type_: EventType, about: &Regarding, reason: &str, note: &str) {
        let said = Said::new(type_, about.clone(), reason, note);
        let mut ledger = self.shared.lock();
        if ledger.say(said, self.shared.clock.now(), timestamp(&*self.shared.clock)) {
            self.shared.idle.send_replace(false);
        }
        drop(ledger);
        self.shared.said.notify_one();
    }

    /// Waits until nothing is to be written now: counts of repeats may be later.
    pub(crate) async fn idle(&self) {
        // The sender is in `self`, so that the wait can only end by what it waits for.
        let _ = self.shared.idle.subscribe().wait_for(|idle| *idle).await;
    }

    /// Writes all that was said, counts of repeats too, within `limit`.
    pub(crate) async fn finish(&self, limit: Duration) {
        {
            let mut ledger = self.shared.lock();
            ledger.finish();
            self.shared.idle.send_replace(false);
        }
        self.shared.said.notify_one();
        if tokio::time::timeout(limit, self.idle()).await.is_err() {
            tracing::debug!("not all events could be written in time");
        }
    }

    /// How many events were not written: too many at once, too many of one object, or the server did not take them.
    pub(crate) fn dropped(&self) -> u64 {
        self.shared.lock().dropped()
    }
}

impl Shared {
    /// The ledger is plain data and stays whole.
    fn lock(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
