//! Time as the engine sees it: the real clock, or one that a test moves by hand.
//!
//! Queue, backoff and requeues ask a [`Clock`]; request time-outs stay on real time. Tokio's paused clock is no
//! substitute in tests against a real server: it runs ahead whenever all tasks wait, also for an answer on the wire.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant, SystemTime};

use futures::future::BoxFuture;
use k8s_openapi::jiff::Timestamp;
use parking_lot::Mutex;

/// A monotonic clock with a timer.
pub trait Clock: Send + Sync + Debug + 'static {
    /// The present instant. Never goes back.
    fn now(&self) -> Instant;

    /// Completes once the clock has reached `at`, at once if it has already.
    ///
    /// A caller compares with [`now`](Clock::now) again afterwards, since timers may fire a little early.
    fn sleep_until(&self, at: Instant) -> BoxFuture<'static, ()>;

    /// The time of day, as it is written into conditions and events. By default the machine's.
    ///
    /// It may be wrong, and may go back: no decision is made by it.
    fn wall(&self) -> SystemTime {
        SystemTime::now()
    }
}

/// The time of day as Kubernetes writes it.
pub(crate) fn timestamp(clock: &dyn Clock) -> Timestamp {
    // A time that cannot be written is one that no clock shows.
    Timestamp::try_from(clock.wall()).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// The machine's monotonic clock, with tokio's timer (whose pause and advance it follows).
#[derive(Debug, Clone, Copy, Default)]
pub struct RealClock;

impl Clock for RealClock {
    fn now(&self) -> Instant {
        tokio::time::Instant::now().into_std()
    }

    fn sleep_until(&self, at: Instant) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep_until(at.into()))
    }
}

/// A clock that stands still until a test moves it. Clones show the same time.
///
/// ```
/// use std::time::Duration;
/// use kubewright::clock::{Clock, ManualClock};
///
/// let clock = ManualClock::new();
/// let before = clock.now();
/// clock.advance(Duration::from_secs(3600));
/// assert_eq!(clock.now() - before, Duration::from_secs(3600));
/// ```
#[derive(Debug, Clone)]
pub struct ManualClock {
    hands: Arc<Mutex<Hands>>,
}

impl ManualClock {
    /// A clock that stands at the present instant.
    #[must_use]
    pub fn new() -> Self {
        let hands = Hands { now: Instant::now(), sleepers: BTreeMap::new(), last_id: 0 };
        Self { hands: Arc::new(Mutex::new(hands)) }
    }

    /// Moves the clock forward and wakes every sleeper whose deadline has come.
    ///
    /// Whoever goes to sleep later for a deadline that has passed is ready at once, so a test need not wait for
    /// sleepers before it moves the clock. An instant beyond the end of the machine's range leaves the clock as it is.
    pub fn advance(&self, by: Duration) {
        let due = {
            let mut hands = self.hands.lock();
            hands.now = hands.now.checked_add(by).unwrap_or(hands.now);
            // Ids start at 1, so this splits behind all deadlines up to and including the present.
            let later = match hands.now.checked_add(Duration::from_nanos(1)) {
                Some(bound) => hands.sleepers.split_off(&(bound, 0)),
                None => BTreeMap::new(),
            };
            std::mem::replace(&mut hands.sleepers, later)
        };
        for waker in due.into_values() {
            waker.wake();
        }
    }

    /// How many sleepers wait for this clock.
    #[must_use]
    pub fn sleepers(&self) -> usize {
        self.hands.lock().sleepers.len()
    }

    /// How long from now the first sleeper waits, `None` when nobody sleeps.
    #[must_use]
    pub fn until_next(&self) -> Option<Duration> {
        let hands = self.hands.lock();
        hands.sleepers.keys().next().map(|(at, _)| at.saturating_duration_since(hands.now))
    }
}

impl Default for ManualClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Instant {
        self.hands.lock().now
    }

    fn sleep_until(&self, at: Instant) -> BoxFuture<'static, ()> {
        Box::pin(ManualSleep { hands: self.hands.clone(), at, id: 0 })
    }
}

#[derive(Debug)]
struct Hands {
    now: Instant,
    sleepers: BTreeMap<(Instant, u64), Waker>,
    last_id: u64,
}

struct ManualSleep {
    hands: Arc<Mutex<Hands>>,
    at: Instant,
    /// 0 until the first poll.
    id: u64,
}

impl Future for ManualSleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let this = &mut *self;
        // Dropping a waker may run foreign code: whatever was registered before goes after the lock is free again.
        let (poll, _replaced) = {
            let mut hands = this.hands.lock();
            if this.id == 0 {
                hands.last_id += 1;
                this.id = hands.last_id;
            }
            if hands.now >= this.at {
                (Poll::Ready(()), hands.sleepers.remove(&(this.at, this.id)))
            } else {
                (Poll::Pending, hands.sleepers.insert((this.at, this.id), cx.waker().clone()))
            }
        };
        poll
    }
}

impl Drop for ManualSleep {
    fn drop(&mut self) {
        let waker = self.hands.lock().sleepers.remove(&(self.at, self.id));
        drop(waker);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn wakes_exactly_those_whose_deadline_has_come() {
        let clock = ManualClock::new();
        let start = clock.now();
        let mut early = clock.sleep_until(start + SECOND);
        let mut late = clock.clone().sleep_until(start + 2 * SECOND);
        assert!((&mut early).now_or_never().is_none());
        assert!((&mut late).now_or_never().is_none());
        assert_eq!((clock.sleepers(), clock.until_next()), (2, Some(SECOND)));

        clock.advance(SECOND);
        assert_eq!((clock.sleepers(), clock.until_next()), (1, Some(SECOND)));
        assert!((&mut early).now_or_never().is_some());
        assert!((&mut late).now_or_never().is_none());

        drop(late);
        assert_eq!((clock.sleepers(), clock.until_next()), (0, None));
    }

    #[test]
    fn a_passed_deadline_does_not_sleep() {
        let clock = ManualClock::new();
        let start = clock.now();
        clock.advance(SECOND);
        assert!(clock.sleep_until(start).now_or_never().is_some());
        assert!(clock.sleep_until(clock.now()).now_or_never().is_some());
        assert_eq!(clock.sleepers(), 0);
    }

    #[test]
    fn the_end_of_time_does_not_panic() {
        let clock = ManualClock::new();
        let before = clock.now();
        clock.advance(Duration::MAX);
        assert_eq!(clock.now(), before);
    }

    #[tokio::test]
    async fn a_task_is_woken_from_another_thread() {
        let clock = ManualClock::new();
        let at = clock.now() + SECOND;
        let sleep = clock.sleep_until(at);
        let mover = {
            let clock = clock.clone();
            std::thread::spawn(move || clock.advance(SECOND))
        };
        sleep.await;
        assert!(clock.now() >= at);
        mover.join().unwrap();
    }

    #[tokio::test]
    async fn the_real_clock_reaches_its_deadline() {
        let at = RealClock.now() + Duration::from_millis(5);
        RealClock.sleep_until(at).await;
        assert!(RealClock.now() + Duration::from_millis(5) >= at);
        RealClock.sleep_until(at - Duration::from_secs(60)).now_or_never();
    }
}
