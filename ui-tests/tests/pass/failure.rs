//! Errors of every shape, and what each means: the neighbours of `cases/failure`.

use std::{error::Error, fmt};

use kubewright::{failure::Class, prelude::*};

#[derive(ConditionType)]
pub enum PumpCondition {
    Ready,
    Invalid,
    Unreachable,
}

mod conditions {
    pub use super::PumpCondition as Known;
}

#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = conditions::Known)]
pub enum PumpError {
    #[error("too many")]
    #[failure(permanent, condition = Invalid, reason = "TooMany", field = "spec.size")]
    TooMany,
    #[error("{0} of {most}", most = 3)]
    #[failure(permanent, field = "spec.pumps[0].size")]
    Tuple(i32, String),
    #[error("no answer from {host}")]
    #[failure(transient, condition = Unreachable, retry_after = "1h30m")]
    Silent { host: String, source: std::io::Error },
    #[error(transparent)]
    #[failure(from_source)]
    Inner(#[from] ByHandError),
    #[error("named")]
    #[failure(from_source)]
    Named { source: Box2 },
    #[error("later")]
    #[failure(transient)]
    r#Later,
    #[error("not yet filled")]
    #[failure(waiting)]
    Empty,
    #[error("{} is not yet tight", .valve)]
    #[failure(waiting, reason = "ValveOpen")]
    Open { valve: String },
}

/// Its `Error` is written by hand.
#[derive(Debug, Failure)]
#[failure(conditions = PumpCondition)]
pub enum ByHandError {
    #[failure(transient, condition = Unreachable)]
    Inner,
}

impl fmt::Display for ByHandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("by hand")
    }
}

impl Error for ByHandError {}

/// An error that nothing makes.
#[derive(Debug, thiserror::Error, Failure)]
pub enum Box2 {}

#[test]
fn each_variant_means_what_it_says() {
    let verdict = PumpError::TooMany.verdict();
    assert_eq!((verdict.class, verdict.condition), (Class::Permanent, Some("Invalid")));
    assert_eq!((verdict.reason, verdict.field), ("TooMany", Some("spec.size")));

    let verdict = PumpError::Tuple(1, String::new()).verdict();
    assert_eq!((verdict.reason, verdict.field), ("Tuple", Some("spec.pumps[0].size")));

    let silent = PumpError::Silent { host: "a".into(), source: std::io::Error::other("cut") };
    let delay = minutes(90);
    assert_eq!(silent.verdict().class, Class::Transient { retry_after: Some(delay) });
    assert_eq!(silent.as_error().to_string(), "no answer from a");
    assert_eq!(silent.as_error().source().map(ToString::to_string).as_deref(), Some("cut"));

    let inner = PumpError::from(ByHandError::Inner).verdict();
    assert_eq!((inner.reason, inner.condition), ("Inner", Some("Unreachable")));
    assert_eq!(PumpError::r#Later.verdict().reason, "Later");

    let verdict = PumpError::Empty.verdict();
    assert_eq!((verdict.class, verdict.reason), (Class::Waiting, "Waiting"));
    assert_eq!((verdict.condition, verdict.field), (None, None));
    let open = PumpError::Open { valve: "a".into() }.verdict();
    assert_eq!((open.class, open.reason), (Class::Waiting, "ValveOpen"));
}

#[test]
fn the_conditions_of_wrapped_errors_count() {
    assert_eq!(PumpError::CONDITIONS, ["Invalid", "Unreachable", "Unreachable"]);
    assert_eq!(Box2::CONDITIONS, [""; 0]);
}
