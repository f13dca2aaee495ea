//! Watches of all kinds, as one stream of what happened.

use std::{error::Error, time::Duration};

use futures::StreamExt;
use kube::{
    Api, Client,
    api::DynamicObject,
    runtime::{
        WatchStreamExt,
        watcher::{self, Config, Event},
    },
};
use tokio::sync::mpsc;

use crate::{explain::Watched, out, style::Style, world::World};

/// How long the first lists may take before the samples are applied without them.
const LISTS: Duration = Duration::from_secs(10);

/// What happened to a kind.
#[derive(Debug)]
pub(crate) struct Happened {
    /// Index of the kind.
    pub(crate) kind: usize,
    /// An event, or why the watch of the kind does not work at the moment.
    pub(crate) event: Result<Event<DynamicObject>, String>,
}

/// Starts to watch all kinds, in this order. The watches end with the receiver.
pub(crate) fn start(client: &Client, kinds: &[Watched]) -> mpsc::Receiver<Happened> {
    let (sender, receiver) = mpsc::channel(64);
    for (kind, watched) in kinds.iter().enumerate() {
        tokio::spawn(watch(client.clone(), kind, watched.clone(), sender.clone()));
    }
    receiver
}

async fn watch(client: Client, kind: usize, watched: Watched, sender: mpsc::Sender<Happened>) {
    let objects: Api<DynamicObject> = Api::all_with(client, &watched.resource);
    let config = Config { label_selector: watched.labels, ..Config::default() };
    let mut events = std::pin::pin!(watcher::watcher(objects, config).default_backoff());
    while let Some(event) = events.next().await {
        let happened = Happened { kind, event: event.map_err(|error| reason(&error)) };
        if sender.send(happened).await.is_err() {
            return;
        }
    }
}

/// The server's own words where it has some, else the cause of all.
fn reason(error: &watcher::Error) -> String {
    use watcher::Error::{InitialListFailed, WatchFailed, WatchStartFailed};
    match error {
        InitialListFailed(kube::Error::Api(status))
        | WatchStartFailed(kube::Error::Api(status))
        | WatchFailed(kube::Error::Api(status)) => status.message.clone(),
        InitialListFailed(kube::Error::Service(cause))
        | WatchStartFailed(kube::Error::Service(cause))
        | WatchFailed(kube::Error::Service(cause)) => {
            format!("the server cannot be reached: {}", root(&**cause))
        }
        error => error.to_string(),
    }
}

fn root(error: &dyn Error) -> &dyn Error {
    error.source().map_or(error, root)
}

/// Complaints about watches, each said once until the watch works again.
#[derive(Debug)]
pub(crate) struct Complaints {
    said: Vec<Option<String>>,
}

impl Complaints {
    /// None yet.
    pub(crate) fn new(kinds: usize) -> Self {
        Self { said: vec![None; kinds] }
    }

    /// Takes a failure in; gives the line to show if it is news. An expired watch is part of the game.
    pub(crate) fn failed(&mut self, kind: usize, name: &str, reason: &str) -> Option<String> {
        if reason.contains("too old resource version") || self.said[kind].as_deref() == Some(reason) {
            return None;
        }
        self.said[kind] = Some(reason.to_owned());
        Some(format!("watching {name}: {reason}"))
    }

    /// The watch works.
    pub(crate) fn works(&mut self, kind: usize) {
        self.said[kind] = None;
    }

    fn is_broken(&self, kind: usize) -> bool {
        self.said[kind].is_some()
    }
}

/// What is watched, as it comes in.
pub(crate) struct View {
    /// What is known so far.
    pub(crate) world: World,
    events: mpsc::Receiver<Happened>,
    complaints: Complaints,
}

impl View {
    /// Starts to watch these kinds.
    pub(crate) fn open(client: &Client, kinds: Vec<Watched>) -> Self {
        let (events, complaints) = (start(client, &kinds), Complaints::new(kinds.len()));
        Self { world: World::new(kinds), events, complaints }
    }

    /// Waits for the next event and gives what it changed, as lines of text. May be dropped at any time.
    pub(crate) async fn next(&mut self, style: Style) -> Vec<String> {
        // The watches never end by themselves.
        let Some(Happened { kind, event }) = self.events.recv().await else {
            return std::future::pending().await;
        };
        match event {
            Ok(event) => {
                self.complaints.works(kind);
                let changes = self.world.on(kind, event);
                changes.iter().map(|(key, change)| crate::line::of(&self.world, key, change, style)).collect()
            }
            Err(reason) => {
                let name = self.world.kind(kind).resource.plural.clone();
                if let Some(complaint) = self.complaints.failed(kind, &name, &reason) {
                    out::note(&format!("{} {complaint}", Style::stderr().waiting("warning:")));
                }
                Vec::new()
            }
        }
    }

    /// Waits until every kind was listed or cannot be, so that what comes after that is news. Gives what was there.
    pub(crate) async fn listed(&mut self, style: Style) -> Vec<String> {
        let mut lines = Vec::new();
        let all = async {
            while !self.is_listed() {
                lines.extend(self.next(style).await);
            }
        };
        // News from a slow list are shown as such, which is no harm.
        let _ = tokio::time::timeout(LISTS, all).await;
        lines
    }

    fn is_listed(&self) -> bool {
        (0..self.world.kinds().len())
            .all(|kind| self.world.is_listed(kind) || self.complaints.is_broken(kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_the_servers_message_or_the_last_cause() {
        let status = kube::core::Status { message: "toys is forbidden".to_owned(), ..Default::default() };
        let refused = watcher::Error::InitialListFailed(kube::Error::Api(Box::new(status)));
        assert_eq!(reason(&refused), "toys is forbidden");
        let cause = std::io::Error::other(std::io::Error::from(std::io::ErrorKind::ConnectionRefused));
        let away = watcher::Error::WatchStartFailed(kube::Error::Service(Box::new(cause)));
        assert_eq!(reason(&away), "the server cannot be reached: connection refused");
    }

    #[test]
    fn a_complaint_is_said_once_until_the_watch_works_again() {
        let mut complaints = Complaints::new(2);
        let refused = "myapps.example.com is forbidden";
        let line = complaints.failed(0, "myapps", refused).unwrap();
        assert_eq!(line, "watching myapps: myapps.example.com is forbidden");
        assert_eq!(complaints.failed(0, "myapps", refused), None);
        assert!(complaints.failed(1, "services", refused).is_some());
        assert!(complaints.failed(0, "myapps", "connection refused").is_some());
        complaints.works(0);
        assert!(complaints.failed(0, "myapps", refused).is_some() && complaints.is_broken(0));
        assert_eq!(complaints.failed(1, "services", "too old resource version: 5 (9)"), None);
    }
}
