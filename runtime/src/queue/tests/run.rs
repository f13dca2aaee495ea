//! One schedule, run step by step on the queue and on the naive model, and what must hold after each step.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use super::model::{Ending, Step};
use super::naive::{Known, Naive, Name, Rules};
use super::*;

#[derive(Default)]
struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

struct Waiter {
    future: Pin<Box<dyn Future<Output = Option<Claim<Name>>>>>,
    woken: Arc<Woken>,
}

impl Waiter {
    fn poll(&mut self) -> Poll<Option<Claim<Name>>> {
        self.woken.0.store(false, Ordering::SeqCst);
        self.future.as_mut().poll(&mut Context::from_waker(&Waker::from(self.woken.clone())))
    }
}

pub(super) struct Run {
    queue: Queue<Name>,
    clock: ManualClock,
    model: Naive,
    waiters: Vec<Waiter>,
    claims: Vec<Claim<Name>>,
    concurrency: usize,
    retries: u64,
    /// Number of the last step that asked for a start of the key without or with a delay, and of the last start.
    asked: [usize; 4],
    started: [usize; 4],
    count: usize,
}

impl Run {
    pub(super) fn new(rules: Rules, seed: u64) -> Self {
        let clock = ManualClock::new();
        let qps = rules.rate.map_or(f64::INFINITY, |(qps, _)| f64::from(qps));
        let settings = Settings {
            concurrency: rules.concurrency,
            backoff: rules.backoff,
            retry_rate: RetryRate { qps, burst: rules.rate.map_or(0, |(_, burst)| burst) },
            debounce: rules.debounce,
            seed: Some(seed),
        };
        Self {
            queue: Queue::new(settings, Arc::new(clock.clone())),
            clock,
            concurrency: rules.concurrency,
            model: Naive::new(rules),
            waiters: Vec::new(),
            claims: Vec::new(),
            retries: 0,
            asked: [0; 4],
            started: [0; 4],
            count: 0,
        }
    }

    pub(super) fn step(&mut self, step: Step) {
        self.count += 1;
        match step {
            Step::Add(name, priority) => {
                self.asked[usize::from(name)] = self.count;
                self.queue.add(&name, priority);
                self.model.add(name, priority);
            }
            Step::AddAfter(name, delay) => self.add_after(name, delay),
            Step::AddAllAfter(delay) => (0..4).for_each(|name| self.add_after(name, delay)),
            Step::Resync(name, period) => self.resync(name, period),
            Step::Retry(name) => self.retry(name),
            Step::Forget(name) => self.forget(name),
            Step::End(place, ending) if !self.claims.is_empty() => self.end(place, &ending),
            Step::Wait if self.waiters.len() < 3 => {
                let queue = self.queue.clone();
                let waiter =
                    Waiter { future: Box::pin(async move { queue.next().await }), woken: Arc::default() };
                // The first poll looks in any case.
                waiter.woken.0.store(true, Ordering::SeqCst);
                self.waiters.push(waiter);
                self.poll(self.waiters.len() - 1);
            }
            Step::Cancel(place) if !self.waiters.is_empty() => {
                self.waiters.remove(place % self.waiters.len());
            }
            Step::Poll(place) if !self.waiters.is_empty() => {
                self.poll(place % self.waiters.len());
            }
            Step::Try => {
                let claim = now(&self.queue);
                self.check_start(claim);
            }
            Step::Advance(by) => {
                self.clock.advance(by);
                self.model.advance(by);
            }
            Step::Hammer(name) => {
                for _ in 0..8 {
                    self.step(Step::Add(name, Priority::Live));
                    self.step(Step::Advance(MILLI * 15));
                }
            }
            Step::ShutDown => {
                self.queue.shut_down();
                self.model.shut_down();
                self.run_woken();
                assert!(self.waiters.is_empty(), "somebody waits for a queue that is shut down");
            }
            Step::End(..) | Step::Wait | Step::Cancel(_) | Step::Poll(_) => {}
        }
        // Half of the time the woken do not come to run before the next step.
        if self.count.is_multiple_of(2) {
            self.run_woken();
        }
        self.check_figures();
    }

    fn add_after(&mut self, name: Name, delay: Duration) {
        self.asked[usize::from(name)] = self.count;
        self.queue.add_after(&name, delay);
        self.model.add_after(name, delay);
    }

    fn resync(&mut self, name: Name, period: Duration) {
        let chosen = self.queue.resync(&name, period);
        assert_eq!(chosen.is_none(), period.is_zero() || self.model.is_shut_down());
        if let Some(chosen) = chosen {
            assert!((period * 9 / 10..=period).contains(&chosen), "within {period:?} in {chosen:?}");
            self.asked[usize::from(name)] = self.count;
            self.model.resync(name, chosen);
        }
    }

    fn retry(&mut self, name: Name) {
        self.asked[usize::from(name)] = self.count;
        self.retries += u64::from(!self.model.is_shut_down());
        let chosen = self.queue.retry(&name);
        self.model.retry(name, chosen);
    }

    fn forget(&mut self, name: Name) {
        self.queue.forget(&name);
        self.model.forget(name);
    }

    /// What the controller does at the end of a pass.
    fn end(&mut self, place: usize, ending: &Ending) {
        let place = place % self.claims.len();
        let name = *self.claims[place].key();
        if let Ending::FailedWithin(delay) = *ending {
            self.add_after(name, delay);
        }
        let claim = self.claims.remove(place);
        match *ending {
            Ending::Silent => drop(claim),
            Ending::Done => {
                self.model.forget(name);
                claim.succeed();
            }
            Ending::Again(delay) => {
                self.asked[usize::from(name)] = self.count;
                self.model.forget(name);
                self.model.add_after(name, delay);
                claim.again(delay);
            }
            Ending::Failed | Ending::FailedWithin(_) => {
                self.asked[usize::from(name)] = self.count;
                self.retries += u64::from(!self.model.is_shut_down());
                self.model.retry(name, claim.fail());
            }
        }
        self.model.end(name);
    }

    fn run_woken(&mut self) {
        while let Some(place) = self.waiters.iter().position(|waiter| waiter.woken.0.load(Ordering::SeqCst)) {
            self.poll(place);
        }
        if !self.waiters.is_empty() {
            assert!(self.model.next().is_empty(), "somebody waits, a key is ready, and nobody was woken");
        }
    }

    fn poll(&mut self, place: usize) {
        let woken = self.waiters[place].woken.0.load(Ordering::SeqCst);
        match self.waiters[place].poll() {
            Poll::Ready(claim) => {
                assert_eq!(claim.is_none(), self.model.is_shut_down());
                self.waiters.remove(place);
                self.check_start(claim);
            }
            // Without a wake-up of its own it does not look: another one was woken, and will.
            Poll::Pending if !woken => {}
            Poll::Pending => self.check_start(None),
        }
    }

    fn check_start(&mut self, claim: Option<Claim<Name>>) {
        let expected = self.model.next();
        let Some(claim) = claim else {
            assert!(expected.is_empty(), "one of {expected:?} should have started");
            return;
        };
        let name = *claim.key();
        assert!(expected.contains(&name), "{name} started instead of one of {expected:?}");
        assert_eq!((claim.priority(), claim.failures(), claim.waited()), self.model.start(name));
        self.started[usize::from(name)] = self.count;
        self.claims.push(claim);
        assert!(self.claims.len() <= self.concurrency);
    }

    fn check_figures(&self) {
        let keys = || self.model.keys.values();
        let lines = || keys().filter_map(Known::in_line);
        let stats = self.queue.stats();
        assert_eq!(stats.ready, lines().count());
        let background = lines().filter(|wanted| wanted.priority == Priority::Background);
        assert_eq!(stats.ready_in_background, background.count());
        assert_eq!(stats.delayed, keys().filter(|key| key.due().is_some()).count());
        assert_eq!(stats.in_flight, self.claims.len());
        let of_use = keys().filter(|key| {
            key.running.is_some() || key.wanted.is_some() || key.due().is_some() || key.failures > 0
        });
        assert_eq!(stats.known, of_use.count(), "what is of no use is not kept");
        assert_eq!((stats.adds, stats.retries), (self.model.adds, self.retries));
        for (name, key) in &self.model.keys {
            assert_eq!(self.queue.failures(name), key.failures);
        }
        let (quiet, idle) = (self.claims.is_empty(), self.claims.is_empty() && stats.ready == 0);
        assert_eq!(self.queue.drained().now_or_never().is_some(), quiet);
        assert_eq!(self.queue.idle().now_or_never().is_some(), idle);
    }

    /// Lets all time pass: then every key has started after it was last asked for, unless the queue was shut down.
    pub(super) fn finish(mut self) {
        self.count += 1;
        self.waiters.clear();
        self.clock.advance(MAX_DELAY);
        self.model.advance(MAX_DELAY);
        while !self.claims.is_empty() || !self.model.next().is_empty() {
            self.step(Step::Try);
            self.step(Step::End(0, Ending::Silent));
        }
        if !self.model.is_shut_down() {
            for (asked, started) in self.asked.iter().zip(self.started) {
                assert!(*asked <= started, "asked for at step {asked}, last started at step {started}");
            }
            self.step(Step::ShutDown);
        }
        assert!(self.queue.next().now_or_never().unwrap().is_none());
    }
}
