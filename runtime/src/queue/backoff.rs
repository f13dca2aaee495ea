//! How long a failed key waits: doubling from a base to a cap, with a little jitter.

use std::time::Duration;

/// The waits of one key after failures in a row: `base`, twice that, four times that, up to `max`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    /// Wait after the first failure. By default 5 ms, as client-go has it.
    pub base: Duration,
    /// Longest wait before jitter. By default 1000 s, as client-go has it.
    pub max: Duration,
}

impl Backoff {
    /// The wait after so many failures in a row, without jitter; none after 0 failures.
    #[must_use]
    pub fn after(&self, failures: u32) -> Duration {
        let Some(doublings) = failures.checked_sub(1) else { return Duration::ZERO };
        if self.base.is_zero() {
            return Duration::ZERO;
        }
        let mut delay = self.base;
        for _ in 0..doublings {
            // At most some 94 rounds: a non-zero duration reaches any cap by then.
            if delay >= self.max {
                break;
            }
            delay = delay.saturating_mul(2);
        }
        delay.min(self.max)
    }
}

impl Default for Backoff {
    fn default() -> Self {
        Self { base: Duration::from_millis(5), max: Duration::from_secs(1000) }
    }
}

/// Adds up to a tenth to a delay, so that many processes (or many keys) that failed together do not come back together.
#[derive(Debug)]
pub(super) struct Jitter(fastrand::Rng);

impl Jitter {
    /// The same seed gives the same delays; without one each process has its own.
    pub(super) fn new(seed: Option<u64>) -> Self {
        Self(seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed))
    }

    pub(super) fn spread(&mut self, delay: Duration) -> Duration {
        delay.saturating_add((delay / 10).mul_f64(self.0.f64()))
    }

    /// A time in the last tenth of a period, so that keys that were looked at together are not looked at together again.
    pub(super) fn within(&mut self, period: Duration) -> Duration {
        period.saturating_sub((period / 10).mul_f64(self.0.f64()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_from_the_base_to_the_cap() {
        let backoff = Backoff::default();
        let millis: Vec<_> = (0..=20).map(|failures| backoff.after(failures).as_millis()).collect();
        assert_eq!(millis[..6], [0, 5, 10, 20, 40, 80]);
        assert_eq!(millis[18..], [655_360, 1_000_000, 1_000_000]);
    }

    #[test]
    fn odd_settings_neither_panic_nor_hang() {
        let after = |base, max| Backoff { base, max }.after(u32::MAX);
        assert_eq!(after(Duration::from_nanos(1), Duration::MAX), Duration::MAX);
        assert_eq!(after(Duration::MAX, Duration::MAX), Duration::MAX);
        assert_eq!(after(Duration::ZERO, Duration::MAX), Duration::ZERO);
        assert_eq!(after(Duration::from_secs(9), Duration::from_secs(2)), Duration::from_secs(2));
    }

    #[test]
    fn jitter_adds_up_to_a_tenth_and_follows_its_seed() {
        let second = Duration::from_secs(1);
        let delays = |seed| {
            let mut jitter = Jitter::new(seed);
            (0..100).map(|_| jitter.spread(second)).collect::<Vec<_>>()
        };
        let first = delays(Some(1));
        assert!(first.iter().all(|delay| (second..=second * 11 / 10).contains(delay)));
        assert_eq!(first, delays(Some(1)));
        assert_ne!(first, delays(Some(2)));
        assert_ne!(delays(None), delays(None));
        assert_eq!(Jitter::new(None).spread(Duration::MAX), Duration::MAX);
    }
}
