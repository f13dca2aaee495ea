//! Under `#[derive(Failure)]`.

use std::time::Duration;

use proc_macro2::Span;
use syn::{Ident, Path, Type};

use super::Text;
use crate::attr::failure::FailureVariant;

/// Under `#[derive(Failure)]`.
pub struct Failure {
    pub krate: Path,
    pub generic: bool,
    pub ident: Ident,
    pub conditions: Option<Path>,
    /// There is something that should name the enum of conditions.
    pub conditions_unread: bool,
    pub variants: Vec<Verdict>,
}

/// What a variant of an error means.
pub struct Verdict {
    pub variant: FailureVariant,
    pub class: Class,
    pub condition: Option<Ident>,
    pub reason: Text,
    pub field: Option<Text>,
}

/// The class of an error.
pub enum Class {
    Transient {
        retry_after: Option<Duration>,
    },
    Permanent,
    /// No fault: something is not ready yet.
    Waiting,
    /// As the wrapped error says.
    FromSource {
        ty: Box<Type>,
        span: Span,
    },
}
