//! A manual clock that goes, until the test wants it to stand.

use std::time::Duration;

use kubewright::clock::ManualClock;
use tokio::task::JoinHandle;

/// Moves a clock for as long as it lives.
pub(crate) struct Ticking(JoinHandle<()>);

impl Ticking {
    /// From now on the clock goes ten times as fast as real time.
    pub(crate) fn begin(clock: &ManualClock) -> Self {
        let clock = clock.clone();
        Self(tokio::spawn(async move {
            let mut ticks = tokio::time::interval(Duration::from_millis(10));
            loop {
                ticks.tick().await;
                clock.advance(Duration::from_millis(100));
            }
        }))
    }
}

impl Drop for Ticking {
    fn drop(&mut self) {
        self.0.abort();
    }
}
