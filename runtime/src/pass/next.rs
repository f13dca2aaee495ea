//! Step 8: when the object is visited again.

use std::time::Duration;

use crate::{
    action::Action,
    failure::{Class, Failed},
};

/// The next visit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Only when something changes.
    Await,
    /// After a delay; the failure count starts again.
    After(Duration),
    /// With the object's own exponential backoff.
    Backoff,
    /// With the object's own backoff, but after this delay at the latest.
    BackoffWithin(Duration),
    /// After this delay, because there was no pass: it changes nothing that is known of failures.
    Rest(Duration),
    /// Never: the object is no more.
    Gone,
}

impl Next {
    /// What a failure and an action say together: the stronger failure wins, a requeue still counts.
    pub(super) fn of(failed: Option<&Failed>, action: Option<Action>) -> Self {
        let asked = action.and_then(|action| action.after);
        let by_failure = match failed.map(|failed| failed.class) {
            // The server's delay is the shortest one, and not that of each of many tries.
            Some(Class::Transient { .. }) if failed.is_some_and(|failed| failed.outage) => Self::Backoff,
            None | Some(Class::Permanent | Class::Waiting) => Self::Await,
            Some(Class::Transient { retry_after: Some(delay) }) => Self::After(delay),
            Some(Class::Transient { retry_after: None }) => Self::Backoff,
        };
        by_failure.at_latest(asked)
    }

    /// The same, but not later than `delay`.
    pub(super) fn at_latest(self, delay: Option<Duration>) -> Self {
        match (self, delay) {
            (next, None) | (next @ (Self::Gone | Self::Rest(_)), _) => next,
            (Self::Await, Some(delay)) => Self::After(delay),
            (Self::After(own), Some(delay)) => Self::After(own.min(delay)),
            (Self::Backoff, Some(delay)) => Self::BackoffWithin(delay),
            (Self::BackoffWithin(own), Some(delay)) => Self::BackoffWithin(own.min(delay)),
        }
    }
}

impl Next {
    /// The sooner of two.
    pub(super) fn sooner(self, other: Self) -> Self {
        match (self, other) {
            (next, Self::Await | Self::Gone | Self::Rest(_))
            | (Self::Await | Self::Gone | Self::Rest(_), next) => next,
            (next, Self::After(delay)) | (Self::After(delay), next) => next.at_latest(Some(delay)),
            (next, Self::Backoff) | (Self::Backoff, next) => next,
            (next, Self::BackoffWithin(delay)) => next.at_latest(Some(delay)),
        }
    }
}

/// The failure that is shown. A permanent one hides a transient one, because only a person can end it, and both hide
/// that something is waited for; else the first.
pub(super) fn stronger(first: Option<Failed>, second: Option<Failed>) -> Option<Failed> {
    match (first, second) {
        (Some(first), Some(second)) if weight(second.class) > weight(first.class) => Some(second),
        (Some(first), _) => Some(first),
        (None, second) => second,
    }
}

fn weight(class: Class) -> u8 {
    match class {
        Class::Waiting => 0,
        Class::Transient { .. } => 1,
        Class::Permanent => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn failed(class: Class) -> Failed {
        Failed { class, ..Failed::transient("R", "m") }
    }

    #[test]
    fn a_requeue_counts_beside_a_failure() {
        let permanent = failed(Class::Permanent);
        let own_delay = failed(Class::Transient { retry_after: Some(SECOND) });
        let backoff = failed(Class::Transient { retry_after: None });
        let asked = Some(Action::requeue(2 * SECOND));
        assert_eq!(Next::of(Some(&permanent), None), Next::Await);
        assert_eq!(Next::of(Some(&permanent), asked), Next::After(2 * SECOND));
        assert_eq!(Next::of(Some(&own_delay), asked), Next::After(SECOND));
        assert_eq!(Next::of(Some(&backoff), asked), Next::BackoffWithin(2 * SECOND));
        assert_eq!(Next::of(None, Some(Action::await_change())), Next::Await);
    }

    #[test]
    fn the_sooner_visit_wins() {
        assert_eq!(Next::Await.sooner(Next::Backoff), Next::Backoff);
        assert_eq!(Next::After(SECOND).sooner(Next::Backoff), Next::BackoffWithin(SECOND));
        assert_eq!(Next::BackoffWithin(2 * SECOND).sooner(Next::After(SECOND)), Next::BackoffWithin(SECOND));
        assert_eq!(Next::Await.sooner(Next::Await), Next::Await);
    }

    #[test]
    fn a_permanent_failure_is_shown_before_a_transient_one() {
        let (permanent, transient) = (failed(Class::Permanent), Failed::transient("T", "m"));
        let shown = stronger(Some(transient.clone()), Some(permanent.clone()));
        assert_eq!(shown, Some(permanent));
        let waiting = failed(Class::Waiting);
        assert_eq!(stronger(Some(waiting.clone()), Some(transient.clone())), Some(transient.clone()));
        assert_eq!(stronger(Some(transient.clone()), Some(waiting)), Some(transient.clone()));
        assert_eq!(stronger(None, Some(transient.clone())), Some(transient));
    }
}
