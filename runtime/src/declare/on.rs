//! Which changes of an object ask for a pass.

use crate::object::{DecodeError, Object};

/// `on(..)`: the parts of an object whose changes wake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct On {
    /// The spec, or whatever else the server counts; of kinds that it does not count, all but metadata and status.
    pub generation: bool,
    /// Labels.
    pub labels: bool,
    /// Annotations.
    pub annotations: bool,
    /// The status, whoever wrote it.
    pub status: bool,
}

/// A `when` function, asked about an object before and after. One of the two may be absent.
pub type WhenFn = fn(Option<&Object>, Option<&Object>) -> Result<bool, DecodeError>;

impl On {
    /// None of them.
    pub const NOTHING: Self = Self { generation: false, labels: false, annotations: false, status: false };

    /// What an operator is woken by that says nothing.
    pub const DEFAULT: Self = Self { generation: true, labels: true, annotations: true, status: false };

    /// Their names, as they are written.
    pub fn names(self) -> Vec<&'static str> {
        let Self { generation, labels, annotations, status } = self;
        let parts = [
            (generation, "generation"),
            (labels, "labels"),
            (annotations, "annotations"),
            (status, "status"),
        ];
        parts.into_iter().filter(|(there, _)| *there).map(|(_, name)| name).collect()
    }
}
