//! Entries of a declaration: kinds that are owned, watched or read.

use serde::{Deserialize, Serialize};

use super::on::{On, WhenFn};
use crate::{
    object::{DecodeError, Kind, Object, ObjectKey},
    store::RawStore,
};

/// Which objects a changed object of a watched kind wakes.
pub type MapFn = fn(&Object, &RawStore<'_>) -> Result<Vec<ObjectKey>, DecodeError>;

/// An entry of `owns(..)`.
#[derive(Clone, Copy, Debug)]
pub struct Owned {
    /// Name of the entry: the field of `<Kind>Children`.
    pub entry: &'static str,
    /// Whether the user named it; then children are called `<owner>-<entry>` by default, else `<owner>`.
    pub named: bool,
    /// How many children it stands for.
    pub arity: Arity,
    /// Kind of the children.
    pub kind: fn() -> Kind,
    /// Entries whose children must be ready before one of this is created or changed, by their place.
    pub depends_on: &'static [usize],
    /// Fields that keep their value when they are no longer sent, in Kubernetes' notation: `spec.replicas`.
    pub shared: &'static [&'static str],
    /// What becomes of a child when the server says that a field of it cannot be changed.
    pub on_immutable: OnImmutable,
    /// Whether its children have no owner reference, are never deleted, and outlive the owner.
    pub retain: bool,
    /// Whether an object of a child's name that nobody controls is taken as the child.
    pub adopt: bool,
    /// Whether a cluster may lack the kind: then the children are left out until it has it.
    pub if_served: bool,
}

/// What becomes of a child whose change is refused because a field is immutable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnImmutable {
    /// The refusal is reported, and the child stays as it is.
    Report,
    /// The child is deleted, with what it owns, and created anew.
    Recreate,
    /// The child is deleted without what it owns, and created anew: a StatefulSet finds its pods again.
    RecreateOrphan,
}

/// How many children an entry stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Arity {
    /// `Kind`: one.
    One,
    /// `Option<Kind>`: none or one.
    Optional,
    /// `Vec<Kind>`: any number, each named by the builder.
    Many,
}

/// An entry of `watches(..)`.
#[derive(Clone, Copy, Debug)]
pub struct Watched {
    /// Kind that is watched.
    pub kind: fn() -> Kind,
    /// The user's function for the reverse direction; without one, reading subscribes.
    pub map: Option<MapFn>,
    /// Label selector of the objects that are watched and cached; empty for all.
    pub labels: &'static str,
    /// Which changes of an object wake those that read it; every one by default.
    pub on: Option<On>,
    /// The user's function that says which of these are worth a pass.
    pub when: Option<WhenFn>,
    /// Whether only metadata are watched and cached.
    pub metadata_only: bool,
}

/// An entry of `reads(..)`.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    /// Kind that is read.
    pub kind: fn() -> Kind,
    /// Whether it is read from the server each time rather than cached.
    pub live: bool,
}

impl Owned {
    /// An entry without a name of the user's and without options.
    pub const fn new(entry: &'static str, arity: Arity, kind: fn() -> Kind) -> Self {
        Self {
            entry,
            named: false,
            arity,
            kind,
            depends_on: &[],
            shared: &[],
            on_immutable: OnImmutable::Report,
            retain: false,
            adopt: false,
            if_served: false,
        }
    }
}

impl Watched {
    /// All objects of a kind, each waking those that read it.
    pub const fn new(kind: fn() -> Kind) -> Self {
        Self { kind, map: None, labels: "", on: None, when: None, metadata_only: false }
    }
}

impl Read {
    /// A kind that is cached.
    pub const fn new(kind: fn() -> Kind) -> Self {
        Self { kind, live: false }
    }
}
