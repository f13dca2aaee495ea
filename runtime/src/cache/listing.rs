//! Reading everything there is: as events where the server streams lists, else page by page.

use std::time::Duration;

use futures::StreamExt;
use kube::core::WatchEvent as Event;

use super::{
    raw::Item,
    request::Events,
    state::{Problem, Verb, WatchError},
    store::WatchEvent,
    version::Version,
    watch::Watch,
};

/// client-go's size of a page, too.
const PAGE_SIZE: u32 = 500;

/// How long the server may be silent within a list that comes as events. Not all servers that ignore what they do not
/// know refuse it, and without the end of the list nothing can be read.
const PATIENCE: Duration = Duration::from_secs(30);

/// The bookmark with this annotation ends the list (KEP-3157).
const END: &str = "k8s.io/initial-events-end";

/// A list that is complete.
pub(super) struct Listed {
    /// As of which version.
    pub(super) version: String,
    /// The watch that goes on from there, if it came as events.
    pub(super) events: Option<Events>,
}

impl Watch {
    /// Reads everything.
    pub(super) async fn list(&mut self) -> Result<Listed, WatchError> {
        if self.streams {
            match self.stream().await {
                // Events need another right than pages: the failure is to name the one that is missing.
                Err(error) if matches!(error.problem, Problem::Forbidden(_)) => {}
                Err(error) if refuses_to_stream(&error) => self.streams = false,
                listed => return listed,
            }
        }
        let mut next = None;
        self.apply(WatchEvent::Init);
        loop {
            let text = self.requests.page(PAGE_SIZE, next.as_deref()).await?;
            let page = self.requests.decode(&text)?;
            for item in page.items.unwrap_or_default() {
                self.listed(self.reader.read_listed(item.get()), WatchEvent::InitApply);
            }
            next = page.metadata.next.filter(|next| !next.is_empty());
            if next.is_none() {
                let version = page.metadata.resource_version;
                self.apply(WatchEvent::InitDone(version.clone()));
                return Ok(Listed { version, events: None });
            }
        }
    }

    /// Reads the list as the first events of a watch: one request, and never a whole page in memory.
    ///
    /// Without a version it is as new as the list that pages give: the server waits until it knows everything that was
    /// written before the request. What changes meanwhile comes as events between those of the list.
    async fn stream(&mut self) -> Result<Listed, WatchError> {
        let mut events = self.requests.stream().await?;
        self.apply(WatchEvent::Init);
        let broken =
            |words: &str| Err(self.requests.error(Verb::List, Problem::Unreachable(words.to_owned())));
        loop {
            match tokio::time::timeout(PATIENCE, events.next()).await {
                Ok(Some(Ok(Event::Added(raw) | Event::Modified(raw)))) => {
                    self.listed(self.reader.read(raw.text()), WatchEvent::InitApply);
                }
                Ok(Some(Ok(Event::Deleted(raw)))) => {
                    self.listed(self.reader.read(raw.text()), WatchEvent::InitDelete);
                }
                Ok(Some(Ok(Event::Bookmark(bookmark)))) => {
                    let meta = bookmark.metadata;
                    if meta.annotations.get(END).is_some_and(|end| end == "true") {
                        let version = meta.resource_version;
                        self.apply(WatchEvent::InitDone(version.clone()));
                        return Ok(Listed { version, events: Some(events) });
                    }
                }
                Ok(Some(Ok(Event::Error(status)))) => return Err(self.requests.refused(Verb::List, &status)),
                Ok(Some(Err(error))) => return Err(self.requests.failed(Verb::List, &error)),
                Ok(None) => return broken("the list broke off"),
                Err(_) => {
                    let error = broken("the list, asked for as events, did not come to its end");
                    self.streams = false;
                    return error;
                }
            }
        }
    }

    /// Whether the server does not know the version yet that this watch goes on from.
    ///
    /// So it is when etcd was put back to an older state. The server accepts a watch from a version to come, and is
    /// silent until it is reached; asked for any list, it says where it stands.
    pub(super) async fn is_ahead_of_the_server(&self, version: &str) -> Result<bool, WatchError> {
        let text = self.requests.page(1, None).await?;
        let at = self.requests.decode(&text)?.metadata.resource_version;
        let behind =
            Version::parse(&at).zip(Version::parse(version)).is_some_and(|(servers, ours)| servers < ours);
        if behind {
            let kind = &self.reader.kind;
            tracing::warn!(%kind, servers = at, ours = version, "the server went back to an older state: listing anew");
        }
        Ok(behind)
    }

    fn listed(&self, item: Option<Item>, make: fn(Item) -> WatchEvent) {
        match item {
            Some(item) => self.apply(make(item)),
            None => tracing::warn!(kind = %self.reader.kind, "an item of a list has no name"),
        }
    }
}

/// Whether pages may be had from a server that answered this to the request for events.
fn refuses_to_stream(error: &WatchError) -> bool {
    match error.problem {
        Problem::Refused { .. } => error.is_definite(),
        Problem::Malformed(_) => true,
        _ => false,
    }
}
