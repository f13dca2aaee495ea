//! One task for each watch: list, then watch, for ever.

use std::{mem, sync::Arc, time::Duration};

use futures::StreamExt;
use kube::core::WatchEvent as Event;

use super::{
    backoff::Backoff,
    handle::Shared,
    listing::Listed,
    raw::Reader,
    request::{Events, Requests},
    state::{Problem, Verb, WatchError},
    store::WatchEvent,
};
use crate::clock::Clock;

/// So many failures to go on from one version, and the cache lists anew: after a restore of etcd, a server keeps
/// refusing versions that it has not reached yet.
const STUCK: u32 = 3;

/// A watch that brings nothing for so long, not even the bookmark of each minute, may stand where the server has not
/// been yet. Watches in a row count together: what is on the way may end each before its bookmark.
pub(super) const MUTE: Duration = Duration::from_secs(60);

/// One watch.
pub(super) struct Watch {
    pub(super) shared: Arc<Shared>,
    pub(super) requests: Requests,
    pub(super) reader: Reader,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) backoff: Backoff,
    /// Whether lists are asked for as events. Not so once the server has refused that.
    pub(super) streams: bool,
}

/// Why one watch request is over.
enum End {
    /// The server or the network closed it, as happens all the time.
    Closed,
    /// The same, before it had brought anything.
    Mute,
    /// It was refused or broke with an error.
    Failed(WatchError),
}

impl Watch {
    /// Lists and watches until it is dropped.
    pub(super) async fn run(mut self) {
        loop {
            match self.list().await {
                Ok(listed) => self.follow(listed).await,
                Err(error) => self.fail(error).await,
            }
        }
    }

    /// Watches from a list on, until only a new one helps.
    async fn follow(&mut self, listed: Listed) {
        let Listed { mut version, mut events } = listed;
        let (mut stuck, mut doubt, mut silence) = (0, false, Duration::ZERO);
        loop {
            if mem::take(&mut doubt) {
                match self.is_ahead_of_the_server(&version).await {
                    Ok(false) => {}
                    Ok(true) => return,
                    Err(error) => {
                        let absent = error.problem == Problem::Absent;
                        self.fail(error).await;
                        if absent {
                            return;
                        }
                        doubt = true;
                        continue;
                    }
                }
            }
            let (from, began) = (version.clone(), self.clock.now());
            let end = self.watch(&mut version, events.take()).await;
            let lived = self.clock.now() - began;
            silence = if matches!(end, End::Mute) { silence + lived } else { Duration::ZERO };
            let recovered = self.backoff.lived(lived);
            stuck = if recovered || version != from { 0 } else { stuck + 1 };
            let anew = match &end {
                End::Closed | End::Mute => false,
                End::Failed(error) => {
                    matches!(error.problem, Problem::Absent | Problem::Expired) || stuck >= STUCK
                }
            };
            match end {
                End::Mute if silence >= MUTE => (doubt, silence) = (true, Duration::ZERO),
                End::Closed | End::Mute if recovered => {}
                End::Closed | End::Mute => self.wait(None).await,
                // Growing old is what versions do: nothing has failed yet.
                End::Failed(error) if error.problem == Problem::Expired && recovered => {}
                End::Failed(error) if error.problem == Problem::Expired => self.wait(None).await,
                End::Failed(error) => {
                    doubt = error.is_outage();
                    self.fail(error).await;
                }
            }
            if anew {
                return;
            }
        }
    }

    /// One watch request, from beginning to end. Moves the version along.
    async fn watch(&self, version: &mut String, begun: Option<Events>) -> End {
        let mut events = match begun {
            Some(events) => events,
            None => match self.requests.watch(version).await {
                Ok(events) => events,
                Err(error) => return End::Failed(error),
            },
        };
        if self.shared.watching(&self.requests.scope) {
            let Requests { kind, scope, .. } = &self.requests;
            tracing::info!(%kind, namespace = scope.as_deref(), "followed again");
        }
        let mut heard = false;
        loop {
            // The client ends a watch that is silent for too long.
            let (text, make): (_, fn(_) -> WatchEvent) = match events.next().await {
                None if heard => return End::Closed,
                None => return End::Mute,
                Some(Ok(Event::Added(raw) | Event::Modified(raw))) => (raw, WatchEvent::Apply),
                Some(Ok(Event::Deleted(raw))) => (raw, WatchEvent::Delete),
                Some(Ok(Event::Bookmark(bookmark))) => {
                    heard = true;
                    version.clone_from(&bookmark.metadata.resource_version);
                    self.apply(WatchEvent::Bookmark(bookmark.metadata.resource_version));
                    continue;
                }
                Some(Ok(Event::Error(status))) => {
                    return End::Failed(self.requests.refused(Verb::Watch, &status));
                }
                Some(Err(error)) => {
                    let error = self.requests.failed(Verb::Watch, &error);
                    tracing::debug!(%error, "watch broke");
                    return match error.problem {
                        // Connections break. It is a failure when none can be had.
                        Problem::Unreachable(_) if heard => End::Closed,
                        Problem::Unreachable(_) => End::Mute,
                        _ => End::Failed(error),
                    };
                }
            };
            match self.reader.read(text.text()).filter(|item| !item.version.is_empty()) {
                Some(item) => {
                    heard = true;
                    version.clone_from(&item.version);
                    self.apply(make(item));
                }
                // Without a version there is nothing to go on from.
                None => {
                    let problem = Problem::Malformed("an event without name or resourceVersion".to_owned());
                    return End::Failed(self.requests.error(Verb::Watch, problem));
                }
            }
        }
    }

    pub(super) fn apply(&self, event: WatchEvent) {
        self.shared.apply(&self.requests.scope, event);
    }

    /// Records a failure, says it once, and waits.
    async fn fail(&mut self, error: WatchError) {
        let retry_after = error.retry_after;
        let text = error.to_string();
        if self.shared.failing(&self.requests.scope, error) {
            tracing::warn!(error = text, "cache is failing");
        } else {
            tracing::debug!(error = text, "cache is still failing");
        }
        self.wait(retry_after).await;
    }

    async fn wait(&mut self, at_least: Option<Duration>) {
        let delay = self.backoff.next().max(at_least.unwrap_or_default());
        let until = self.clock.now() + delay;
        // A timer may fire early.
        while self.clock.now() < until {
            self.clock.sleep_until(until).await;
        }
    }
}
