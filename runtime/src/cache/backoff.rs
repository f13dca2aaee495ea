//! How long a watch waits after a failure.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    time::Duration,
};

/// The first delay.
pub(super) const BASE: Duration = Duration::from_millis(800);

/// The longest delay: client-go's, and what an installed CRD waits at most until its watch begins.
pub(super) const MAX: Duration = Duration::from_secs(30);

/// Delays of one watch: each twice the one before, with jitter, so that watches of a process and processes of a
/// cluster that failed together do not come back together.
#[derive(Debug)]
pub(super) struct Backoff {
    failures: u32,
    random: u64,
}

impl Backoff {
    pub(super) fn new() -> Self {
        // The standard library's only source of randomness; every `RandomState` is another one.
        Self::seeded(RandomState::new().build_hasher().finish())
    }

    pub(super) fn seeded(seed: u64) -> Self {
        Self { failures: 0, random: seed | 1 }
    }

    /// The delay after one more failure.
    pub(super) fn next(&mut self) -> Duration {
        let full = BASE.saturating_mul(1 << self.failures.min(16)).min(MAX);
        self.failures += 1;
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        // Up to a tenth less, so that MAX holds.
        full - full.mul_f64((self.random >> 11) as f64 / (1_u64 << 53) as f64 / 10.0)
    }

    /// What has just ended lived for `lived`. Only what outlives the longest delay counts as recovered: a watch that
    /// begins and dies at once is still the same failure.
    pub(super) fn lived(&mut self, lived: Duration) -> bool {
        let recovered = lived >= MAX;
        if recovered {
            self.failures = 0;
        }
        recovered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_grow_to_the_longest_and_start_anew_after_a_long_life() {
        let mut backoff = Backoff::seeded(7);
        let gaps: Vec<Duration> = (0..20)
            .map(|_| {
                assert!(!backoff.lived(Duration::from_millis(5)));
                backoff.next()
            })
            .collect();
        assert!(gaps[0] <= BASE && gaps[0] >= BASE.mul_f64(0.9));
        assert!(gaps[..6].windows(2).all(|pair| pair[1] > pair[0].mul_f64(1.7)), "{gaps:?}");
        assert!(gaps[6..].iter().all(|gap| *gap <= MAX && *gap >= MAX.mul_f64(0.9)), "{gaps:?}");
        assert!(backoff.lived(Duration::from_secs(120)));
        assert!(backoff.next() <= BASE);
    }

    #[test]
    fn an_absent_kind_costs_less_than_thirty_requests_in_ten_minutes() {
        for seed in 0..1000 {
            let mut backoff = Backoff::seeded(seed);
            let (mut requests, mut passed) = (1, backoff.next());
            while passed < Duration::from_secs(600) {
                requests += 1;
                passed += backoff.next();
            }
            assert!(requests < 30, "seed {seed}: {requests}");
        }
    }

    #[test]
    fn two_watches_do_not_keep_step() {
        let (mut left, mut right) = (Backoff::new(), Backoff::new());
        assert!((0..20).any(|_| left.next() != right.next()));
    }
}
