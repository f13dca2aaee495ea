//! `rbac`: the rights of each operator.

use std::io::{Write, stdout};

use super::{Entry, Failure, crd::Arguments};
use crate::declare;

pub(super) fn print(arguments: &Arguments, operators: &[Entry]) -> Result<(), Failure> {
    let roles = operators.iter().map(|entry| Ok(serde_json::to_value((entry.rbac)()?)?));
    let roles = roles.collect::<Result<Vec<_>, Failure>>()?;
    Ok(stdout().write_all(declare::documents(&roles, arguments.format.into())?.as_bytes())?)
}
