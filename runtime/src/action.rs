//! What a pass may answer.

use std::time::Duration;

/// When an object is to be visited again, apart from any change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    pub(crate) after: Option<Duration>,
}

impl Action {
    /// Only when the object, a child or something that it read changes.
    pub fn await_change() -> Self {
        Self { after: None }
    }

    /// After `delay` at the latest.
    pub fn requeue(delay: Duration) -> Self {
        Self { after: Some(delay) }
    }

    /// At once, behind the objects that wait already.
    pub fn requeue_now() -> Self {
        Self { after: Some(Duration::ZERO) }
    }
}

/// What a cleanup has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cleaned {
    /// Everything is gone: the finalizer is removed.
    Done,
    /// Not yet: the finalizer stays and the cleanup runs again after this delay.
    RetryAfter(Duration),
}

/// Remarks on an accepted object, shown by the API server to whoever sent it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings(Vec<String>);

impl Warnings {
    /// No remark.
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds a remark.
    #[must_use]
    pub fn with(mut self, text: impl Into<String>) -> Self {
        self.0.push(text.into());
        self
    }

    /// The remarks, in order.
    pub fn texts(&self) -> &[String] {
        &self.0
    }
}

/// A number of seconds.
pub const fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

/// A number of minutes.
pub const fn minutes(n: u64) -> Duration {
    Duration::from_secs(n * 60)
}
