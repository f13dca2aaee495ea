//! Random schedules, run on the queue and on the naive model at once.

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngAlgorithm;

use super::naive::{Name, Rules};
use super::run::Run;
use super::*;

#[derive(Debug, Clone)]
pub(super) enum Step {
    Add(Name, Priority),
    AddAfter(Name, Duration),
    /// All keys, so that several become due together.
    AddAllAfter(Duration),
    Resync(Name, Duration),
    Retry(Name),
    Forget(Name),
    /// Ends the claim at this place (modulo their number).
    End(usize, Ending),
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
    ShutDown,
}

/// How a pass ends, as the controller tells the queue of it.
#[derive(Debug, Clone)]
pub(super) enum Ending {
    /// Cancelled, or with a panic that nobody caught: nothing is said.
    Silent,
    /// It succeeded, or failed for good.
    Done,
    /// It succeeded, and asks for another one.
    Again(Duration),
    Failed,
    /// It failed, and asks for another one after this delay at the latest.
    FailedWithin(Duration),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    // One key is hot.
    let name = select(vec![0, 0, 0, 1, 2, 3]);
    let priority = select(vec![Priority::Live, Priority::Background]);
    let delay = select(vec![0, 1, 5, 20, 20, 50, 700]).prop_map(Duration::from_millis);
    let pause = select(vec![1, 5, 19, 20, 100, 3000]).prop_map(Duration::from_millis);
    let ending = prop_oneof![
        1 => Just(Ending::Silent),
        2 => Just(Ending::Done),
        1 => delay.clone().prop_map(Ending::Again),
        2 => Just(Ending::Failed),
        1 => delay.clone().prop_map(Ending::FailedWithin),
    ];
    let step = prop_oneof![
        6 => (name.clone(), priority).prop_map(|(name, priority)| Step::Add(name, priority)),
        3 => (name.clone(), delay.clone()).prop_map(|(name, delay)| Step::AddAfter(name, delay)),
        1 => delay.clone().prop_map(Step::AddAllAfter),
        1 => (name.clone(), delay).prop_map(|(name, period)| Step::Resync(name, period)),
        3 => name.clone().prop_map(Step::Retry),
        1 => name.clone().prop_map(Step::Hammer),
        1 => name.prop_map(Step::Forget),
        4 => (0..8usize, ending).prop_map(|(place, ending)| Step::End(place, ending)),
        3 => Just(Step::Wait),
        1 => (0..8usize).prop_map(Step::Cancel),
        1 => (0..8usize).prop_map(Step::Poll),
        2 => Just(Step::Try),
        4 => pause.prop_map(Step::Advance),
    ];
    let steps = proptest::collection::vec(step, 1..40);
    // A schedule in five is shut down in the midst of it.
    let shut_down = proptest::option::weighted(0.2, 0..40usize);
    (steps, shut_down).prop_map(|(mut steps, shut_down)| {
        if let Some(place) = shut_down {
            steps.insert(place.min(steps.len()), Step::ShutDown);
        }
        steps
    })
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
