//! What the server said before, to be said again.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;

/// How many answers of each kind are kept.
const KEPT: usize = 8;

/// Lists and events of some time ago, by path and query of the list, or path of the watch.
#[derive(Clone, Debug, Default)]
pub(super) struct Old(Arc<Mutex<HashMap<String, VecDeque<Bytes>>>>);

impl Old {
    /// Keeps what was said.
    pub(super) fn keep(&self, path: &str, said: Bytes) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.entry(path.to_owned()).or_default();
        kept.push_back(said);
        if kept.len() > KEPT {
            kept.pop_front();
        }
    }

    /// The oldest that is kept.
    pub(super) fn oldest(&self, path: &str) -> Option<Bytes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(path)?.front().cloned()
    }

    /// Keeps the events of a watch as their pieces come.
    pub(super) fn keep_events(&self, path: String) -> impl FnMut(&Bytes) + Send + use<> {
        let (old, mut rest) = (self.clone(), Vec::new());
        move |piece| {
            rest.extend_from_slice(piece);
            while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = rest.drain(..=end).collect();
                if line.starts_with(br#"{"type":"ADDED""#) || line.starts_with(br#"{"type":"MODIFIED""#) {
                    old.keep(&path, Bytes::from(line));
                }
            }
        }
    }
}
