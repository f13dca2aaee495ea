//! When passes run, and run again.

use serde::{Deserialize, Serialize};

use super::super::declaration::Declaration;
use crate::{queue::DEBOUNCE_LIMIT, text::duration};

/// When passes run, and run again. Durations are written as `500ms`, `1m30s`, `10h`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExplainedPasses {
    /// Passes at a time.
    pub concurrency: usize,
    /// Longest time that one may take.
    pub timeout: String,
    /// How long a failing object waits.
    pub backoff: ExplainedBackoff,
    /// How often failing objects are tried again, all together.
    pub retry_rate: ExplainedRetryRate,
    /// How often an object is looked at also when nothing changes. Absent if never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resync: Option<String>,
    /// How long an object must have been quiet before its changes are looked at, together. Absent if they are at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub debounce: Option<String>,
}

/// Delays after failures in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExplainedBackoff {
    /// The first one.
    pub base: String,
    /// The longest one, after doublings.
    pub max: String,
}

/// Limit on retries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExplainedRetryRate {
    /// Retries a second.
    pub qps: f64,
    /// Retries at once.
    pub burst: u32,
}

impl ExplainedPasses {
    pub(super) fn of(declaration: &Declaration) -> Self {
        let Declaration { concurrency, backoff, retry_rate, timeout, resync, debounce, .. } = *declaration;
        Self {
            concurrency,
            timeout: duration(timeout),
            backoff: ExplainedBackoff { base: duration(backoff.base), max: duration(backoff.max) },
            retry_rate: ExplainedRetryRate { qps: retry_rate.qps, burst: retry_rate.burst },
            resync: resync.map(duration),
            debounce: debounce.map(duration),
        }
    }

    /// The same for people.
    pub(super) fn lines(&self) -> Vec<String> {
        let Self { concurrency, timeout, backoff, retry_rate, resync, debounce } = self;
        let mut lines = vec![
            format!("{concurrency} at a time, each of at most {timeout}"),
            format!(
                "after a failure again in {}, doubled up to {}; of all objects {} a second, {} at once",
                backoff.base, backoff.max, retry_rate.qps, retry_rate.burst
            ),
        ];
        lines.extend(
            resync.iter().map(|period| format!("of each object every {period}, also without a change")),
        );
        lines.extend(debounce.iter().map(|quiet| {
            format!("of changes once the object has been quiet for {quiet}, or has changed for {DEBOUNCE_LIMIT} times that")
        }));
        lines
    }
}
