//! Under `#[status]` and `#[derive(ConditionType)]`.

use syn::{Attribute, Ident, Path, Type};

use super::Described;
use crate::attr::condition::ConditionVariant;

/// Under `#[status]`.
pub struct Status {
    pub described: Described,
    /// The enum in the field `conditions: Conditions<..>`.
    pub condition: Option<Type>,
    /// Wire names of the fields that the runtime fills.
    pub conditions: String,
    pub observed_generation: String,
    pub last_update_time: Option<Marked>,
}

/// The name of a marked field, which may not be there on every platform.
pub struct Marked {
    pub wire: String,
    pub cfgs: Vec<Attribute>,
}

/// Under `#[derive(ConditionType)]`.
pub struct Conditions {
    pub krate: Path,
    pub generic: bool,
    pub ident: Ident,
    /// `None` if it is no enum, which is told already.
    pub variants: Option<Vec<ConditionVariant>>,
}
