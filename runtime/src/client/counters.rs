//! Counts requests by method and answer: what `rest_client_requests_total` shows.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use http::{Method, StatusCode};

/// What tells one count from another, in the words of client-go's metric.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RequestLabels {
    /// HTTP method, such as `PATCH`.
    pub method: String,
    /// Status code of the answer, or `<error>` when there was none.
    pub code: String,
}

/// Counts of requests. Clones share one count.
#[derive(Clone, Default)]
pub struct Counters(Arc<Mutex<BTreeMap<RequestLabels, u64>>>);

impl Counters {
    /// The counts up to now. A request is counted when its answer's headers have come, or when it has failed.
    pub fn snapshot(&self) -> BTreeMap<RequestLabels, u64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn add(&self, method: &Method, code: Option<StatusCode>) {
        let code = code.map_or_else(|| "<error>".to_owned(), |code| code.as_str().to_owned());
        let labels = RequestLabels { method: method.as_str().to_owned(), code };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(labels).or_default() += 1;
    }
}

impl fmt::Debug for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.snapshot().into_iter().map(|(labels, count)| ((labels.method, labels.code), count)))
            .finish()
    }
}
