//! Who is woken, and futures that are dropped.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Instant;

use futures::future::BoxFuture;

use super::*;
use crate::clock::{Clock, RealClock};

/// Counts how often a future was woken.
#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// A call of `next` that is polled by hand.
struct Waiter {
    future: Pin<Box<dyn Future<Output = Option<Claim<&'static str>>>>>,
    woken: Arc<Woken>,
}

impl Waiter {
    /// Polled once already, so that it waits.
    fn new(queue: &Names) -> Self {
        let queue = queue.clone();
        let mut waiter = Self { future: Box::pin(async move { queue.next().await }), woken: Arc::default() };
        assert!(waiter.poll().is_pending());
        waiter
    }

    fn poll(&mut self) -> Poll<Option<Claim<&'static str>>> {
        self.future.as_mut().poll(&mut Context::from_waker(&Waker::from(self.woken.clone())))
    }

    /// Whether it was woken since the last time.
    fn woken(&self) -> bool {
        self.woken.0.swap(0, Ordering::SeqCst) > 0
    }

    /// Its claim, which must be there.
    fn claim(&mut self) -> Claim<&'static str> {
        match self.poll() {
            Poll::Ready(Some(claim)) => claim,
            other => panic!("no claim: {other:?}"),
        }
    }
}

#[test]
fn an_add_wakes_one_waiter() {
    let (queue, _) = queue(roomy());
    let (mut first, second) = (Waiter::new(&queue), Waiter::new(&queue));
    queue.add(&"a", Priority::Live);
    assert!(first.woken() && !second.woken());
    assert_eq!(*first.claim().key(), "a");
}

#[test]
fn a_waiter_that_leaves_passes_its_wake_up_on() {
    let (queue, _) = queue(roomy());
    let (first, mut second) = (Waiter::new(&queue), Waiter::new(&queue));
    queue.add(&"a", Priority::Live);
    assert!(first.woken());
    drop(first);
    assert!(second.woken());
    assert_eq!(*second.claim().key(), "a");
}

#[test]
fn a_waiter_that_leaves_passes_the_timer_on() {
    let (queue, clock) = queue(roomy());
    queue.add_after(&"late", SECOND * 10);
    let (mut first, mut second) = (Waiter::new(&queue), Waiter::new(&queue));
    queue.add_after(&"early", SECOND);
    assert!(first.woken() && !second.woken(), "one has to sleep less long");
    assert!(first.poll().is_pending());
    assert_eq!(clock.until_next(), Some(SECOND));

    drop(first);
    assert!(second.woken() && second.poll().is_pending(), "somebody has to take the timer over");
    clock.advance(SECOND);
    assert!(second.woken());
    assert_eq!(*second.claim().key(), "early");
}

#[test]
fn keys_that_are_due_together_wake_as_many_waiters() {
    let (queue, clock) = queue(roomy());
    let (mut first, mut second) = (Waiter::new(&queue), Waiter::new(&queue));
    queue.add_after(&"a", SECOND);
    assert!(first.woken() && first.poll().is_pending());
    queue.add_after(&"b", SECOND);
    assert!(!first.woken() && !second.woken(), "the timer is set already");
    clock.advance(SECOND);
    assert!(first.woken() && !second.woken(), "only one holds the timer");
    let _a = first.claim();
    assert!(second.woken());
    assert_eq!(*second.claim().key(), "b");
}

#[test]
fn figures_disturb_nobody() {
    let (queue, clock) = queue(roomy());
    let mut waiter = Waiter::new(&queue);
    queue.add_after(&"a", SECOND);
    assert!(waiter.woken() && waiter.poll().is_pending());
    clock.advance(SECOND);
    assert!(waiter.woken());
    assert_eq!((queue.stats().ready, queue.failures(&"a")), (1, 0));
    queue.forget(&"a");
    assert!(!waiter.woken());
    assert_eq!(*waiter.claim().key(), "a");
}

#[test]
fn a_holder_of_the_timer_that_gets_a_claim_passes_it_on() {
    let (queue, clock) = queue(roomy());
    let mut first = Waiter::new(&queue);
    queue.add_after(&"b", SECOND);
    assert!(first.woken() && first.poll().is_pending());
    let mut second = Waiter::new(&queue);
    queue.add(&"a", Priority::Live);
    let mut waiters = [&mut first, &mut second];
    let lucky = waiters.iter().position(|waiter| waiter.woken()).unwrap();
    let claim = waiters[lucky].claim();
    let other = &mut waiters[1 - lucky];
    if other.woken() {
        assert!(other.poll().is_pending());
    }
    clock.advance(SECOND);
    assert!(other.woken());
    assert_eq!(*other.claim().key(), "b");
    drop(claim);
}

#[test]
fn a_claim_that_ends_makes_room_for_a_waiter() {
    let (queue, clock) = queue(Settings { concurrency: 1, ..roomy() });
    queue.add(&"a", Priority::Live);
    let a = now(&queue).unwrap();
    let mut waiter = Waiter::new(&queue);
    queue.add(&"b", Priority::Live);
    queue.add_after(&"c", SECOND);
    assert!(!waiter.woken(), "there is no room, so there is nothing to wake for");
    assert_eq!(clock.sleepers(), 0);
    drop(a);
    assert!(waiter.woken());
    let b = waiter.claim();
    assert_eq!(*b.key(), "b");

    let mut waiter = Waiter::new(&queue);
    drop(b);
    assert!(waiter.woken() && waiter.poll().is_pending(), "from now on the timer counts again");
    clock.advance(SECOND);
    assert!(waiter.woken());
    assert_eq!(*waiter.claim().key(), "c");
}

#[test]
fn a_dropped_next_loses_nothing() {
    let (queue, clock) = queue(Settings { concurrency: 1, ..roomy() });
    for _ in 0..10 {
        assert!(queue.next().now_or_never().is_none());
        drop(queue.next());
    }
    queue.add(&"a", Priority::Live);
    queue.add_after(&"b", SECOND);
    drop(queue.next());
    assert_eq!(run_all(&queue), ["a"]);
    drop(Waiter::new(&queue));
    clock.advance(SECOND);
    assert_eq!(run_all(&queue), ["b"]);
    assert_eq!(clock.sleepers(), 0);
}

#[test]
fn one_of_many_sleeps_for_the_next_time() {
    let (queue, clock) = queue(roomy());
    queue.add_after(&"a", SECOND);
    let waiters = [Waiter::new(&queue), Waiter::new(&queue), Waiter::new(&queue)];
    assert_eq!(clock.sleepers(), 1);
    drop(waiters);
    assert_eq!(clock.sleepers(), 0);
}

/// Timers that fire early must not eat the key (k/k#6193).
#[test]
fn a_timer_that_fires_early_is_set_again() {
    #[derive(Debug)]
    struct Hasty(ManualClock);
    impl Clock for Hasty {
        fn now(&self) -> Instant {
            self.0.now()
        }
        fn sleep_until(&self, at: Instant) -> BoxFuture<'static, ()> {
            self.0.sleep_until(at - MILLI * 5)
        }
    }
    let clock = ManualClock::new();
    let queue = Queue::new(roomy(), Arc::new(Hasty(clock.clone())));
    queue.add_after(&"a", SECOND);
    let mut waiter = Waiter::new(&queue);
    clock.advance(SECOND - MILLI * 6);
    assert!(!waiter.woken());
    clock.advance(MILLI * 6);
    assert!(waiter.woken());
    assert_eq!(*waiter.claim().key(), "a");

    // Woken 3 ms before its time, it finds nothing yet, and neither blocks the thread nor forgets to look again.
    queue.add_after(&"d", SECOND);
    let mut waiter = Waiter::new(&queue);
    clock.advance(SECOND - MILLI * 3);
    assert!(waiter.woken() && waiter.poll().is_pending() && waiter.woken());
    clock.advance(MILLI * 3);
    assert_eq!(*waiter.claim().key(), "d");

    // An earlier time comes while it sleeps.
    queue.add_after(&"b", SECOND);
    let mut waiter = Waiter::new(&queue);
    queue.add_after(&"c", SECOND - MILLI);
    assert!(waiter.woken() && waiter.poll().is_pending());
    clock.advance(SECOND);
    assert!(waiter.woken());
    assert_eq!(*waiter.claim().key(), "c");
    assert_eq!(run_all(&queue), ["b"]);
}

#[test]
fn the_end_wakes_all_who_wait() {
    let (queue, _) = queue(roomy());
    queue.add_after(&"a", SECOND);
    let mut waiters = [Waiter::new(&queue), Waiter::new(&queue), Waiter::new(&queue)];
    queue.shut_down();
    for waiter in &mut waiters {
        assert!(waiter.woken());
        assert!(matches!(waiter.poll(), Poll::Ready(None)));
    }
}

#[tokio::test]
async fn it_runs_by_the_real_clock() {
    let queue = Queue::new(roomy(), Arc::new(RealClock));
    queue.add_after(&"for ever", Duration::MAX);
    let asked = Instant::now();
    let wait = queue.retry(&"a");
    assert_eq!(*queue.next().await.unwrap().key(), "a");
    assert!(asked.elapsed() >= wait);
}
