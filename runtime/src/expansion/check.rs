//! Checks that need types: called in constants of the expansion, each at the user's token that it is about.

use crate::{
    failure::Failure,
    operator::{MayOwn, Operator, Reconcile},
    status::{ConditionType, Status},
};

/// The scopes of an owner and its child fit.
pub const fn may_own<O, C>()
where
    O: kube::Resource,
    C: kube::Resource,
    O::Scope: MayOwn<C::Scope>,
{
}

/// There is reconcile logic, and its errors set only conditions that the status has.
pub const fn reconciles<O: Reconcile>() {
    let set = <O::Error as Failure>::CONDITIONS;
    let known = <<O as Operator>::Status as Status>::Condition::ALL;
    let mut i = 0;
    while i < set.len() {
        assert!(
            contains(known, set[i]),
            "an error sets a condition that the status does not have: `#[failure(conditions = ..)]` must name the enum in `conditions: Conditions<..>` of the status"
        );
        i += 1;
    }
}

/// The type can be the number of replicas.
pub const fn counts_replicas<T: ReplicaCount>() {}

/// What the scale subresource can count with: the server wants an integer that fits into 32 bits.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the number of replicas",
    label = "not an integer of at most 32 bits",
    note = "the scale subresource needs an integer, such as `i32`"
)]
pub trait ReplicaCount {}

impl ReplicaCount for i32 {}
impl ReplicaCount for u32 {}
impl ReplicaCount for i16 {}
impl ReplicaCount for u16 {}
impl ReplicaCount for i8 {}
impl ReplicaCount for u8 {}

const fn contains(list: &[&str], wanted: &str) -> bool {
    let mut i = 0;
    while i < list.len() {
        if equal(list[i].as_bytes(), wanted.as_bytes()) {
            return true;
        }
        i += 1;
    }
    false
}

const fn equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
