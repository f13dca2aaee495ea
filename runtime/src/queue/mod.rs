//! The work queue: which key is worked on next, and when.
//!
//! A key stands for "look at this object". The queue knows nothing else of it, and nothing of Kubernetes; the rules are
//! those of client-go's workqueue with controller-runtime's priorities.
//!
//! # Guarantees
//!
//! - **One start answers many adds.** A key that is ready is not added twice.
//! - **Never two claims of one key.** An add of a key in flight starts it once more when its [`Claim`] is dropped.
//! - **Nothing is lost.** The last add of a key is always followed by a start, also when futures of [`Queue::next`] are
//!   dropped at any point, and when the holder of a claim panics.
//! - **Live before background**, except that every ninth start is a background one while any waits.
//! - **The earliest time wins.** Of several delayed adds one is left, the earliest. An add makes the key ready at once
//!   and takes the delay with it: the pass that follows decides about the next visit. For the same reason a delayed add
//!   of a key that is ready already is dropped. A delayed start keeps the priority of the pass that asked for it.
//! - **A failing key backs off** on its own, doubling, until a success; all retries together share a rate, and start in
//!   the background line: keys that fail again and again hold up no live one.
//! - **Debounce is bounded.** The first live add of a key opens a window, each further add moves its end, but not beyond
//!   [`DEBOUNCE_LIMIT`] times the debounce after the first; then the key starts, once for all of them. Background adds
//!   alone open no window: at the start of a process every object is listed once.
//!
//! # Assumptions
//!
//! - Keys are small and cheap to clone.
//! - Who holds a claim ends it with [`Claim::succeed`], [`Claim::again`] or [`Claim::fail`], or calls
//!   [`Queue::forget`] for a key that is gone: a failure count is kept until then.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//! use kubewright::clock::RealClock;
//! use kubewright::queue::{Priority, Queue, Settings};
//!
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! let queue = Queue::new(Settings::default(), Arc::new(RealClock));
//! queue.add(&"shop/my-app", Priority::Background);
//! queue.add(&"shop/my-app", Priority::Live);
//!
//! let claim = queue.next().await.unwrap();
//! assert_eq!(*claim.key(), "shop/my-app");
//! claim.succeed();
//!
//! queue.idle().await;
//! queue.shut_down();
//! assert!(queue.next().await.is_none());
//! # });
//! ```

mod backoff;
mod claim;
mod lanes;
mod limiter;
mod slot;
mod slots;
mod state;
#[cfg(test)]
mod tests;
mod turn;
mod wait;

use std::fmt;
use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

pub use backoff::Backoff;
pub use claim::Claim;
pub use limiter::RetryRate;

use crate::clock::Clock;
use wait::Shared;

/// A key under constant adds starts after so many debounces at the latest.
pub const DEBOUNCE_LIMIT: u32 = 5;

/// The longest delay, a year; longer ones are shortened to it.
pub const MAX_DELAY: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// What can be a key.
pub trait Key: Clone + Eq + Hash + Send + 'static {}

impl<K: Clone + Eq + Hash + Send + 'static> Key for K {}

/// Which of the two lines a key stands in. The greater one is served first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Priority {
    /// Work that may wait: the objects of the initial list, a resync, a retry.
    Background,
    /// Something changed just now.
    Live,
}

/// What may differ from queue to queue.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Most claims at one time; 0 counts as 1. By default 4.
    pub concurrency: usize,
    /// How long a failed key waits.
    pub backoff: Backoff,
    /// How often retries start, over all keys.
    pub retry_rate: RetryRate,
    /// A key becomes ready when it has not been added for so long, within bounds. By default off.
    pub debounce: Option<Duration>,
    /// Seed of the jitter; without one each queue draws its own.
    pub seed: Option<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            concurrency: 4,
            backoff: Backoff::default(),
            retry_rate: RetryRate::default(),
            debounce: None,
            seed: None,
        }
    }
}

/// Figures of a queue at one instant, for metrics and tests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// Keys that would start if there were room.
    pub ready: usize,
    /// Those among them that stand in the background line.
    pub ready_in_background: usize,
    /// Keys that wait for a time: a requeue, a retry, the end of the debounce.
    pub delayed: usize,
    /// Claims that exist.
    pub in_flight: usize,
    /// Keys that the queue knows anything of, a failure count included.
    pub known: usize,
    /// How often a key became ready, adds that another one answers too not counted (`workqueue_adds_total`).
    pub adds: u64,
    /// Calls of [`Queue::retry`] (`workqueue_retries_total`).
    pub retries: u64,
    /// Claims handed out.
    pub starts: u64,
    /// How long the longest waiting ready key has waited.
    pub oldest_wait: Duration,
    /// Age of the oldest claim (`workqueue_longest_running_processor_seconds`).
    pub longest_run: Duration,
    /// Ages of all claims together (`workqueue_unfinished_work_seconds`).
    pub unfinished: Duration,
}

/// A work queue; see the [module](self) for its rules. Clones are the same queue.
pub struct Queue<K: Key> {
    shared: Arc<Shared<K>>,
}

impl<K: Key> Queue<K> {
    /// An empty queue that goes by this clock.
    #[must_use]
    pub fn new(settings: Settings, clock: Arc<dyn Clock>) -> Self {
        Self { shared: Arc::new(Shared::new(&settings, clock)) }
    }

    /// The key starts as soon as possible, after the debounce if there is one; after its claim if it is in flight.
    pub fn add(&self, key: &K, priority: Priority) {
        let key = self.shared.hashed(key);
        self.shared.with(|state, now| state.add(now, key, priority));
    }

    /// The key starts after this delay (at most [`MAX_DELAY`]), unless something starts it earlier.
    pub fn add_after(&self, key: &K, delay: Duration) {
        let key = self.shared.hashed(key);
        self.shared.with(|state, now| state.add_after(now, key, delay));
    }

    /// The key starts within this period, somewhere in its last tenth, in the background line, unless something starts it
    /// earlier. Returns the delay chosen; a period of zero asks for nothing.
    pub fn resync(&self, key: &K, period: Duration) -> Option<Duration> {
        let key = self.shared.hashed(key);
        self.shared.with(|state, now| state.resync(now, key, period))
    }

    /// Counts a failure of the key and starts it again after its backoff, or later if too many retries wait.
    ///
    /// Returns the delay chosen. The key may start earlier for another reason; then it gives its place among the
    /// retries back.
    pub fn retry(&self, key: &K) -> Duration {
        let key = self.shared.hashed(key);
        self.shared.with(|state, now| state.retry(now, key))
    }

    /// Sets the key's failure count to 0: it succeeded, failed for good, or is gone.
    pub fn forget(&self, key: &K) {
        let key = self.shared.hashed(key);
        self.shared.look_without_time(|state| state.forget(key));
    }

    /// Failures of the key in a row.
    #[must_use]
    pub fn failures(&self, key: &K) -> u32 {
        let key = self.shared.hashed(key);
        self.shared.look_without_time(|state| state.failures(key))
    }

    /// Waits for the key whose turn it is; `None` once the queue is shut down.
    ///
    /// Dropping the future loses nothing. Any number of tasks may wait.
    pub async fn next(&self) -> Option<Claim<K>> {
        self.shared.next().await
    }

    /// Ends the queue: what waits is dropped, adds are ignored, [`next`](Self::next) gives `None`. Claims may go on.
    pub fn shut_down(&self) {
        self.shared.close();
    }

    /// Waits until nothing is in flight.
    pub async fn drained(&self) {
        self.shared.until_quiet(|state, _| state.in_flight() == 0).await;
    }

    /// Waits until nothing is in flight or ready; keys may wait for their time.
    pub async fn idle(&self) {
        self.shared.until_quiet(|state, now| state.is_idle(now)).await;
    }

    /// Figures at this instant; takes time in proportion to the number of known keys.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.shared.look(|state, now| state.stats(now))
    }
}

impl<K: Key> Clone for Queue<K> {
    fn clone(&self) -> Self {
        Self { shared: self.shared.clone() }
    }
}

impl<K: Key> fmt::Debug for Queue<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue").field("stats", &self.stats()).finish_non_exhaustive()
    }
}
