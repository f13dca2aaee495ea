//! What the server said before, to be said again.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;

use super::asked::Asked;

/// How many answers of each kind are kept.
const KEPT: usize = 8;

/// What ends a list that comes as events.
const END: &[u8] = br#""k8s.io/initial-events-end":"true""#;

/// Lists and events of some time ago, by path and query of a page, or path of a watch.
#[derive(Clone, Debug, Default)]
pub(super) struct Old(Arc<Mutex<HashMap<Said, VecDeque<Bytes>>>>);

/// What was asked for, and where.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Said {
    /// A list, or one page of it.
    Page(String),
    /// A list as events, with the one that ends it.
    Stream(String),
    /// One event of a watch.
    Event(String),
}

impl Said {
    /// What the layer keeps of answers to this.
    pub(super) fn to(asked: &Asked) -> Self {
        // The query of a watch names the version that it goes on from.
        let path = || asked.path.split('?').next().unwrap_or_default().to_owned();
        match (asked.verb, asked.streams) {
            ("list", true) => Self::Stream(path()),
            ("list", false) => Self::Page(asked.path.clone()),
            _ => Self::Event(path()),
        }
    }
}

impl Old {
    /// Keeps what was said.
    pub(super) fn keep(&self, to: Said, said: Bytes) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.entry(to).or_default();
        kept.push_back(said);
        if kept.len() > KEPT {
            kept.pop_front();
        }
    }

    /// The oldest that is kept.
    pub(super) fn oldest(&self, to: &Said) -> Option<Bytes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(to)?.front().cloned()
    }

    /// Keeps what comes in pieces: the list, if it begins with one, and then event by event.
    pub(super) fn keep_events(&self, to: &Said) -> impl FnMut(&Bytes) + Send + use<> {
        let (old, mut rest) = (self.clone(), Vec::new());
        let (Said::Page(path) | Said::Stream(path) | Said::Event(path)) = to.clone();
        let mut list = matches!(to, Said::Stream(_)).then(Vec::new);
        move |piece| {
            rest.extend_from_slice(piece);
            while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = rest.drain(..=end).collect();
                if let Some(lines) = &mut list {
                    lines.extend_from_slice(&line);
                    if line.windows(END.len()).any(|part| part == END) {
                        old.keep(Said::Stream(path.clone()), Bytes::from(list.take().unwrap_or_default()));
                    }
                } else if line.starts_with(br#"{"type":"ADDED""#)
                    || line.starts_with(br#"{"type":"MODIFIED""#)
                {
                    old.keep(Said::Event(path.clone()), Bytes::from(line));
                }
            }
        }
    }
}
