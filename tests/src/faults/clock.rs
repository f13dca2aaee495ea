//! Clocks that run ahead of the real one, or show another time of day.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant, SystemTime},
};

use kubewright::clock::Clock;

/// The real clock, so many times as fast: what an operator waits for in minutes, a test waits for in seconds, and still
/// in the order in which real time would bring it.
#[derive(Clone, Copy, Debug)]
pub struct FastClock {
    began: Instant,
    times: u32,
}

impl FastClock {
    /// Runs `times` as fast as the real clock.
    pub fn new(times: u32) -> Self {
        Self { began: Instant::now(), times }
    }
}

impl Clock for FastClock {
    fn now(&self) -> Instant {
        self.began + self.began.elapsed() * self.times
    }

    fn sleep_until(&self, at: Instant) -> Pin<Box<dyn Future<Output = ()> + Send + 'static>> {
        let real = self.began + at.saturating_duration_since(self.began) / self.times;
        // Rounded down by the division: a moment more, so that who looks again sees the time reached.
        Box::pin(tokio::time::sleep_until((real + Duration::from_micros(1)).into()))
    }
}

/// A [`FastClock`] whose time of day is wrong, as on a machine that was never told the right one, and can be set.
/// Clones show the same time.
#[derive(Clone, Debug)]
pub struct SkewedClock {
    fast: FastClock,
    /// Seconds; behind, if negative.
    ahead: Arc<AtomicI64>,
}

impl SkewedClock {
    /// Its time of day is so many seconds ahead of the right one.
    pub fn ahead(seconds: i64) -> Self {
        Self { fast: FastClock::new(10), ahead: Arc::new(AtomicI64::new(seconds)) }
    }

    /// From now on it is so many seconds ahead.
    pub fn set(&self, seconds: i64) {
        self.ahead.store(seconds, Ordering::SeqCst);
    }
}

impl Clock for SkewedClock {
    fn now(&self) -> Instant {
        self.fast.now()
    }

    fn sleep_until(&self, at: Instant) -> Pin<Box<dyn Future<Output = ()> + Send + 'static>> {
        self.fast.sleep_until(at)
    }

    fn wall(&self) -> SystemTime {
        let seconds = self.ahead.load(Ordering::SeqCst);
        let off = Duration::from_secs(seconds.unsigned_abs());
        if seconds < 0 { SystemTime::now() - off } else { SystemTime::now() + off }
    }
}
