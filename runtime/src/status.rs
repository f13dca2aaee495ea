//! Status and conditions.

mod conditions;

use std::fmt::Debug;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

pub use self::conditions::{Condition, ConditionStatus, Conditions};
use crate::declare::{Described, Fact};

/// A status struct. Implemented by `#[status]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a status",
    label = "needs `#[status]`",
    note = "put `#[status]` on the struct instead of derives of your own"
)]
pub trait Status:
    Clone
    + Default
    + Debug
    + Serialize
    + DeserializeOwned
    + Described
    + schemars::JsonSchema
    + Send
    + Sync
    + 'static
{
    /// The closed set of condition types that this operator writes.
    type Condition: ConditionType;
    /// Which fields the runtime fills; `None` for an operator without status.
    const FIELDS: Option<StatusFields>;
}

/// The fields of a status that the runtime fills, by their names on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusFields {
    /// The list of conditions.
    pub conditions: &'static str,
    /// The generation that the status speaks of.
    pub observed_generation: &'static str,
    /// The time of the last change of anything else in the status.
    pub last_update_time: Option<&'static str>,
}

/// A closed set of condition types. Implemented by `#[derive(ConditionType)]` on a unit enum with `Ready` in it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set of condition types",
    label = "needs `#[derive(ConditionType)]`",
    note = "condition types are an enum with `#[derive(ConditionType)]` and the variant `Ready`"
)]
pub trait ConditionType: Sized + Send + Sync + 'static {
    /// All types, as the server stores them.
    const ALL: &'static [&'static str];

    /// This type, as the server stores it.
    fn as_str(&self) -> &'static str;
}

/// The status of an operator that declares none.
#[derive(Clone, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct NoStatus {}

/// The condition types of an operator without status: none.
#[derive(Clone, Copy, Debug)]
pub enum NoCondition {}

#[diagnostic::do_not_recommend]
impl Status for NoStatus {
    type Condition = NoCondition;
    const FIELDS: Option<StatusFields> = None;
}

impl Described for NoStatus {
    const FACTS: &'static [Fact] = &[];
}

#[diagnostic::do_not_recommend]
impl ConditionType for NoCondition {
    const ALL: &'static [&'static str] = &[];

    fn as_str(&self) -> &'static str {
        match *self {}
    }
}
