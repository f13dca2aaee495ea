//! The token bucket over all retries of a queue: however many keys fail, the API server sees a bounded rate.

use std::time::{Duration, Instant};

/// How often retries may start, over all keys of one queue.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RetryRate {
    /// Retries per second in the long run. By default 10, as controller-runtime has it. Zero, a negative number or an
    /// infinite one switches the limit off.
    pub qps: f64,
    /// Retries that may come at once after a quiet time. By default 100, as controller-runtime has it.
    pub burst: u32,
}

impl Default for RetryRate {
    fn default() -> Self {
        Self { qps: 10.0, burst: 100 }
    }
}

/// A token bucket that hands out places in line: taking a token always succeeds, and says how long it is until it counts.
///
/// A retry that never comes about gives its token back, so the debt is never larger than the number of keys that wait.
#[derive(Debug)]
pub(super) struct Bucket {
    rate: RetryRate,
    /// Negative while tokens are owed.
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    pub(super) fn new(rate: RetryRate, now: Instant) -> Self {
        Self { rate, tokens: f64::from(rate.burst), filled: now }
    }

    /// Takes a token and returns how long the caller has to wait for it.
    pub(super) fn take(&mut self, now: Instant) -> Duration {
        if self.is_off() {
            return Duration::ZERO;
        }
        let passed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.filled = self.filled.max(now);
        self.tokens = self.full(self.tokens + passed * self.rate.qps) - 1.0;
        let owed = (-self.tokens).max(0.0);
        Duration::try_from_secs_f64(owed / self.rate.qps).unwrap_or(Duration::MAX)
    }

    /// Gives back a token whose retry does not take place.
    pub(super) fn give_back(&mut self) {
        self.tokens = self.full(self.tokens + 1.0);
    }

    fn full(&self, tokens: f64) -> f64 {
        tokens.min(f64::from(self.rate.burst))
    }

    fn is_off(&self) -> bool {
        !self.rate.qps.is_finite() || self.rate.qps <= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(duration: Duration) -> u128 {
        (duration + Duration::from_micros(500)).as_millis()
    }

    #[test]
    fn a_burst_is_free_and_the_rest_queues_up() {
        let now = Instant::now();
        let mut bucket = Bucket::new(RetryRate { qps: 10.0, burst: 3 }, now);
        let waits: Vec<_> = (0..6).map(|_| millis(bucket.take(now))).collect();
        assert_eq!(waits, [0, 0, 0, 100, 200, 300]);
        assert_eq!(millis(bucket.take(now + Duration::from_millis(250))), 150);
    }

    #[test]
    fn fills_up_to_the_burst_and_no_further() {
        let now = Instant::now();
        let mut bucket = Bucket::new(RetryRate { qps: 10.0, burst: 2 }, now);
        bucket.take(now);
        bucket.give_back();
        bucket.give_back();
        let later = now + Duration::from_secs(3600);
        let waits: Vec<_> = (0..3).map(|_| millis(bucket.take(later))).collect();
        assert_eq!(waits, [0, 0, 100]);
    }

    #[test]
    fn a_token_given_back_serves_the_next() {
        let now = Instant::now();
        let mut bucket = Bucket::new(RetryRate { qps: 1.0, burst: 1 }, now);
        assert_eq!(millis(bucket.take(now)), 0);
        assert_eq!(millis(bucket.take(now)), 1000);
        bucket.give_back();
        assert_eq!(millis(bucket.take(now)), 1000);
    }

    #[test]
    fn odd_rates_mean_no_limit_and_tiny_ones_do_not_panic() {
        let now = Instant::now();
        for qps in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let mut bucket = Bucket::new(RetryRate { qps, burst: 0 }, now);
            assert!((0..1000).all(|_| bucket.take(now).is_zero()), "{qps}");
        }
        let mut bucket = Bucket::new(RetryRate { qps: f64::MIN_POSITIVE, burst: 0 }, now);
        assert_eq!(bucket.take(now), Duration::MAX);
    }

    #[test]
    fn a_clock_that_goes_back_takes_nothing_away() {
        let now = Instant::now();
        let mut bucket = Bucket::new(RetryRate { qps: 10.0, burst: 2 }, now + Duration::from_secs(1));
        assert!(bucket.take(now).is_zero());
        assert!(bucket.take(now).is_zero());
        assert_eq!(millis(bucket.take(now + Duration::from_secs(1))), 100);
    }
}
