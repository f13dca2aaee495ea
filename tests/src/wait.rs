//! Waiting for a condition, never for a time.

use std::{fmt::Debug, future::Future, time::Duration};

/// How long a condition may take on a busy machine before the test fails.
const LIMIT: Duration = Duration::from_secs(60);
/// How often it is looked at.
const LOOK: Duration = Duration::from_millis(25);

/// Waits until `probe` answers `Ok`, for a minute at most; the last `Err` says in the failure what was seen instead.
///
/// # Panics
/// When the time is up.
pub async fn eventually<T, E, F>(what: &str, probe: impl FnMut() -> F) -> T
where
    E: Debug,
    F: Future<Output = Result<T, E>>,
{
    eventually_within(LIMIT, what, probe).await
}

/// The same with another limit.
///
/// # Panics
/// When the time is up.
pub async fn eventually_within<T, E, F>(limit: Duration, what: &str, mut probe: impl FnMut() -> F) -> T
where
    E: Debug,
    F: Future<Output = Result<T, E>>,
{
    let deadline = tokio::time::Instant::now() + limit;
    let mut ticks = tokio::time::interval(LOOK);
    loop {
        ticks.tick().await;
        match probe().await {
            Ok(found) => return found,
            Err(instead) if tokio::time::Instant::now() >= deadline => {
                panic!("not within {limit:?}: {what}; last seen: {instead:?}")
            }
            Err(_) => {}
        }
    }
}
