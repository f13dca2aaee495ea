//! A clock that runs ahead of the real one.

use std::{
    future::Future,
    pin::Pin,
    time::{Duration, Instant},
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
