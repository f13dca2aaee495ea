//! How many requests and connections there are at once.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// Counts what is there now, and the most that ever was. Clones are the same gauge.
#[derive(Clone, Debug, Default)]
pub struct Gauge(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    now: AtomicUsize,
    most: AtomicUsize,
    ever: AtomicUsize,
}

/// Counted for as long as it lives.
pub(super) struct Counted(Gauge);

impl Gauge {
    /// How many there are.
    pub fn now(&self) -> usize {
        self.0.now.load(Ordering::SeqCst)
    }

    /// The most that there were at once.
    pub fn most(&self) -> usize {
        self.0.most.load(Ordering::SeqCst)
    }

    /// How many there ever were.
    pub fn ever(&self) -> usize {
        self.0.ever.load(Ordering::SeqCst)
    }

    pub(super) fn enter(&self) -> Counted {
        let now = self.0.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.0.most.fetch_max(now, Ordering::SeqCst);
        self.0.ever.fetch_add(1, Ordering::SeqCst);
        Counted(self.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.0.now.fetch_sub(1, Ordering::SeqCst);
    }
}
