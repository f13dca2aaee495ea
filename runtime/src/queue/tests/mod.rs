//! Tests of the queue under a clock that is moved by hand.

mod delays;
mod ending;
mod model;
mod naive;
mod order;
mod resync;
mod rules;
mod run;
mod stress;
mod waiting;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;

use super::*;
use crate::clock::ManualClock;

type Names = Queue<&'static str>;

const MILLI: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);

fn queue(settings: Settings) -> (Names, ManualClock) {
    let clock = ManualClock::new();
    (Queue::new(settings, Arc::new(clock.clone())), clock)
}

/// Room for everything, and no jitter to speak of is asked for.
fn roomy() -> Settings {
    Settings { concurrency: usize::MAX, seed: Some(7), ..Settings::default() }
}

/// What `next` gives without waiting.
fn now<K: Key>(queue: &Queue<K>) -> Option<Claim<K>> {
    queue.next().now_or_never().flatten()
}

/// Starts all that can start and ends it again; the keys in order.
fn run_all<K: Key>(queue: &Queue<K>) -> Vec<K> {
    std::iter::from_fn(|| now(queue).map(|claim| claim.key().clone())).collect()
}
