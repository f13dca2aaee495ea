//! Random schedules, run on the queue and on the naive model at once.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngAlgorithm;

use super::naive::{Known, Naive, Name, Rules};
use super::*;

#[derive(Debug, Clone)]
enum Step {
    Add(Name, Priority),
    AddAfter(Name, Duration),
    /// All keys, so that several become due together.
    AddAllAfter(Duration),
    Retry(Name),
    Forget(Name),
    /// Ends the claim at this place (modulo their number).
    End(usize),
    /// One more future of `next` that stays.
    Wait,
    /// Drops the waiting future at this place, perhaps just after it was woken.
    Cancel(usize),
    /// Polls the waiting future at this place for no reason, as a `select!` does.
    Poll(usize),
    /// Polls a new future once and drops it.
    Try,
    Advance(Duration),
    /// Adds the key again and again, faster than the debounce.
    Hammer(Name),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    // One key is hot.
    let name = select(vec![0, 0, 0, 1, 2, 3]);
    let priority = select(vec![Priority::Live, Priority::Background]);
    let delay = select(vec![0, 1, 5, 20, 20, 50, 700]).prop_map(Duration::from_millis);
    let pause = select(vec![1, 5, 19, 20, 100, 3000]).prop_map(Duration::from_millis);
    let step = prop_oneof![
        6 => (name.clone(), priority).prop_map(|(name, priority)| Step::Add(name, priority)),
        3 => (name.clone(), delay.clone()).prop_map(|(name, delay)| Step::AddAfter(name, delay)),
        1 => delay.prop_map(Step::AddAllAfter),
        3 => name.clone().prop_map(Step::Retry),
        1 => name.clone().prop_map(Step::Hammer),
        1 => name.prop_map(Step::Forget),
        4 => (0..8usize).prop_map(Step::End),
        3 => Just(Step::Wait),
        1 => (0..8usize).prop_map(Step::Cancel),
        1 => (0..8usize).prop_map(Step::Poll),
        2 => Just(Step::Try),
        4 => pause.prop_map(Step::Advance),
    ];
    proptest::collection::vec(step, 1..40)
}

fn rules() -> impl Strategy<Value = Rules> {
    let debounce = select(vec![None, None, Some(MILLI * 20)]);
    let rate = select(vec![None, Some((10, 2)), Some((1, 0))]);
    (1..4usize, debounce, rate).prop_map(|(concurrency, debounce, rate)| Rules {
        concurrency,
        debounce,
        backoff: Backoff { base: MILLI * 5, max: MILLI * 80 },
        rate,
    })
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 10_000,
        failure_persistence: None,
        // The default one, without optimisation, takes two thirds of the time of this test.
        rng_algorithm: RngAlgorithm::XorShift,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_queue_does_what_the_naive_model_does(rules in rules(), steps in steps(), seed: u64) {
        let mut run = Run::new(rules, seed);
        for step in steps {
            run.step(step);
        }
        run.finish();
    }
}

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

struct Run {
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
    fn new(rules: Rules, seed: u64) -> Self {
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

    fn step(&mut self, step: Step) {
        self.count += 1;
        match step {
            Step::Add(name, priority) => {
                self.asked[usize::from(name)] = self.count;
                self.queue.add(name, priority);
                self.model.add(name, priority);
            }
            Step::AddAfter(name, delay) => self.add_after(name, delay),
            Step::AddAllAfter(delay) => (0..4).for_each(|name| self.add_after(name, delay)),
            Step::Retry(name) => {
                self.asked[usize::from(name)] = self.count;
                self.retries += 1;
                let chosen = self.queue.retry(name);
                self.model.retry(name, chosen);
            }
            Step::Forget(name) => {
                self.queue.forget(&name);
                self.model.forget(name);
            }
            Step::End(place) if !self.claims.is_empty() => {
                let claim = self.claims.remove(place % self.claims.len());
                self.model.end(*claim.key());
            }
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
            Step::End(_) | Step::Wait | Step::Cancel(_) | Step::Poll(_) => {}
        }
        // Half of the time the woken do not come to run before the next step.
        if self.count.is_multiple_of(2) {
            self.run_woken();
        }
        self.check_figures();
    }

    fn add_after(&mut self, name: Name, delay: Duration) {
        self.asked[usize::from(name)] = self.count;
        self.queue.add_after(name, delay);
        self.model.add_after(name, delay, false);
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
                assert!(claim.is_some(), "the queue is not shut down");
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
    }

    /// Lets all time pass: then every key has started after it was last asked for.
    fn finish(mut self) {
        self.count += 1;
        self.waiters.clear();
        self.clock.advance(MAX_DELAY);
        self.model.advance(MAX_DELAY);
        while !self.claims.is_empty() || !self.model.next().is_empty() {
            self.step(Step::Try);
            self.step(Step::End(0));
        }
        for (asked, started) in self.asked.iter().zip(self.started) {
            assert!(*asked <= started, "asked for at step {asked}, last started at step {started}");
        }
        assert!(self.queue.idle().now_or_never().is_some());
        self.queue.shut_down();
        assert!(self.queue.next().now_or_never().unwrap().is_none());
    }
}
