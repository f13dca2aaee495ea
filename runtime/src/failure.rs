//! Errors of user code: which class they are of, and which condition they show in.

use std::{borrow::Cow, convert::Infallible, time::Duration};

use crate::{apply::Right, text::chain};

/// An error that says what it means for its object. Implemented by `#[derive(Failure)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what its errors mean for the object",
    label = "needs `#[derive(Failure)]`",
    note = "write `#[derive(Debug, thiserror::Error, Failure)] #[failure(conditions = ..)]` on the enum, and a class on each variant"
)]
pub trait Failure {
    /// Condition types that a variant may set, other than `Ready`.
    const CONDITIONS: &'static [&'static str];

    /// What this error means.
    fn verdict(&self) -> Verdict;

    /// Itself, with its message and its causes.
    // That it is an error stands here and in no supertrait, of which the compiler would speak as well where a type is
    // no `Failure`.
    fn as_error(&self) -> &(dyn std::error::Error + Send + Sync + 'static);
}

/// Whether trying again can help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Tried again: after the given delay, or with the object's exponential backoff.
    Transient {
        /// The error's own delay.
        retry_after: Option<Duration>,
    },
    /// Not tried again until the object, a child or something that it read changes.
    Permanent,
    /// No fault: something is not ready yet, and its change brings the next pass. Neither logged as a warning nor said
    /// in an event.
    Waiting,
}

/// What an error means for its object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether trying again can help.
    pub class: Class,
    /// Condition type to be set to `True`, besides `Ready=False`.
    pub condition: Option<&'static str>,
    /// Reason in CamelCase.
    pub reason: &'static str,
    /// Path of the field that is at fault, such as `spec.replicas`.
    pub field: Option<&'static str>,
}

impl Verdict {
    /// A permanent error that says no more than its reason.
    pub const fn permanent(reason: &'static str) -> Self {
        Self { class: Class::Permanent, condition: None, reason, field: None }
    }
}

/// A failure with its type taken away: what the engine works with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// Whether trying again can help.
    pub class: Class,
    /// Condition type to be set to `True`.
    pub condition: Option<&'static str>,
    /// Reason in CamelCase.
    pub reason: Cow<'static, str>,
    /// What is told to people.
    pub message: String,
    /// Path of the field at fault.
    pub field: Option<Cow<'static, str>>,
    /// What is at fault, if it is no object and holds up others in the same way.
    pub(crate) cause: Option<Box<Cause>>,
    /// Whether the API server could not be reached, or could not serve. That says nothing of the object.
    pub outage: bool,
}

/// What holds up objects through no fault of theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// A right that the operator lacks.
    MissingRight(Right),
    /// What these words say.
    Said(String),
}

impl Failed {
    /// Takes an error's type away.
    pub fn of<E: Failure>(error: &E) -> Self {
        let verdict = error.verdict();
        Self {
            class: verdict.class,
            condition: verdict.condition,
            reason: Cow::Borrowed(verdict.reason),
            message: chain(error.as_error()),
            field: verdict.field.map(Cow::Borrowed),
            cause: None,
            outage: false,
        }
    }

    /// A failure of the runtime's own, tried again with backoff.
    pub(crate) fn transient(reason: &'static str, message: impl Into<String>) -> Self {
        Self {
            class: Class::Transient { retry_after: None },
            condition: None,
            reason: Cow::Borrowed(reason),
            message: message.into(),
            field: None,
            cause: None,
            outage: false,
        }
    }

    /// The same, for which the API server is to blame.
    pub(crate) fn by_outage(self) -> Self {
        Self { outage: true, ..self }
    }

    /// The same, of which the message says all: no object is at fault.
    pub(crate) fn of_all(self) -> Self {
        Self { cause: Some(Box::new(Cause::Said(self.message.clone()))), ..self }
    }

    /// The same, for want of a right.
    pub(crate) fn for_want_of(self, right: Right) -> Self {
        Self { cause: Some(Box::new(Cause::MissingRight(right))), ..self }
    }

    /// The right that a request was refused for: `create deployments.apps in namespace a`.
    pub(crate) fn missing_right(&self) -> Option<&Right> {
        match self.cause.as_deref()? {
            Cause::MissingRight(right) => Some(right),
            Cause::Said(_) => None,
        }
    }

    /// What is at fault, in words, if it holds up other objects in the same way.
    pub(crate) fn cause(&self) -> Option<String> {
        match self.cause.as_deref() {
            _ if self.outage => Some("the API server cannot serve".to_owned()),
            Some(Cause::MissingRight(right)) => Some(format!("no right to {right}")),
            Some(Cause::Said(text)) => Some(text.clone()),
            None => None,
        }
    }

    /// The same, tried again after `delay`.
    pub(crate) fn after(self, delay: Duration) -> Self {
        Self { class: Class::Transient { retry_after: Some(delay) }, ..self }
    }

    /// How long to wait before it is tried again, if it says so.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self.class {
            Class::Transient { retry_after } => retry_after,
            Class::Permanent | Class::Waiting => None,
        }
    }

    /// What is told to people, with the field in front unless it is named already.
    pub(crate) fn told(&self) -> String {
        match &self.field {
            Some(field) if !self.message.contains(&**field) => format!("{field}: {}", self.message),
            _ => self.message.clone(),
        }
    }

    /// The same, with the path of the field at fault.
    pub(crate) fn at(self, field: Option<String>) -> Self {
        Self { field: field.map(Cow::Owned), ..self }
    }
}

/// For operators whose code cannot fail.
impl Failure for Infallible {
    const CONDITIONS: &'static [&'static str] = &[];

    fn verdict(&self) -> Verdict {
        match *self {}
    }

    fn as_error(&self) -> &(dyn std::error::Error + Send + Sync + 'static) {
        self
    }
}
