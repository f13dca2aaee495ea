//! Checks that need types: called in constants of the expansion, each at the user's token that it is about.

use std::marker::PhantomData;

use crate::{
    declare::{Described, Fact, same},
    failure::Failure,
    object::{Kind, Scoped},
    operator::{MayOwn, Operator, Reconcile},
    status::{ConditionType, Status},
};

/// A type that stands for a Kubernetes kind.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a Kubernetes kind",
    label = "not a kind",
    note = "kinds are types such as `kubewright::k8s::apps::v1::Deployment`, or what `#[operator(..)]` makes"
)]
pub trait KindType {
    /// Whether its objects live in namespaces.
    type KindScope;

    /// Names of the kind.
    fn kind() -> Kind;
}

// `kube::Resource` is no supertrait: rustc would speak of the traits behind it, which nobody has heard of.
#[diagnostic::do_not_recommend]
impl<K> KindType for K
where
    K: kube::Resource<DynamicType = ()>,
    K::Scope: Scoped,
{
    type KindScope = K::Scope;

    fn kind() -> Kind {
        Kind::of::<K>()
    }
}

/// A type that may stand in a spec, a status or another type of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no schema",
    label = "add `#[schema]` to `{Self}`, which derives all that it needs",
    note = "if the type is not yours: write one of your own with the same fields, or take `serde_json::Value`, which keeps anything"
)]
pub trait HasSchema {}

#[diagnostic::do_not_recommend]
impl<T> HasSchema for T where
    T: Clone + std::fmt::Debug + serde::Serialize + serde::de::DeserializeOwned + schemars::JsonSchema
{
}

/// The type of a field.
pub const fn has_schema<T: HasSchema>() {}

/// A type that has a value when nobody has said one yet.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no value to begin with, and a status is filled by and by",
    label = "make it `Option<{Self}>`, or add `#[derive(Default)]` to `{Self}`",
    note = "a new object has no status: each of its fields is absent until the operator writes it"
)]
pub trait Initial {
    /// It.
    fn initial() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> Initial for T {
    fn initial() -> Self {
        Self::default()
    }
}

/// What a field of a status is before it is written.
pub fn initial<T: Initial>() -> T {
    T::initial()
}

/// A kind of `watches(..)` or `reads(..)`.
pub fn kind<K: KindType>() -> Kind {
    K::kind()
}

/// An owner and its child, whose scopes must fit.
///
/// What is no kind at all is told by [`kind`]. It finds [`NoChild::fits`] in place of the check, by the rule that
/// what a type has itself comes before what a trait gives it.
pub struct Child<O, K>(PhantomData<(O, K)>);

impl<O: kube::Resource, K: KindType> Child<O, K> {
    /// A kind of `owns(..)`.
    pub const fn fits()
    where
        K: OwnedBy<O>,
    {
    }
}

/// For children that are no kinds.
pub trait NoChild {
    /// Checks nothing.
    fn fits();
}

impl<O, K> NoChild for Child<O, K> {
    fn fits() {}
}

/// A kind that `O` may own.
#[diagnostic::on_unimplemented(
    message = "`{O}` is namespaced and can't own `{Self}`, which is cluster-scoped",
    label = "cluster-scoped",
    note = "the garbage collector would delete the child: make the operator `scope = Cluster`, or manage this kind with `reads(..)` and a finalizer"
)]
pub trait OwnedBy<O> {}

#[diagnostic::do_not_recommend]
impl<O, K> OwnedBy<O> for K
where
    O: kube::Resource,
    K: KindType,
    O::Scope: MayOwn<K::KindScope>,
{
}

/// There is reconcile logic, and its errors set only conditions that the status has.
#[track_caller]
pub const fn reconciles<O: Reconcile>() {
    let set = <O::Error as Failure>::CONDITIONS;
    let known = <<O as Operator>::Status as Status>::Condition::ALL;
    let mut i = 0;
    while i < set.len() {
        holds(
            contains(known, set[i]),
            "an error sets a condition that the status does not have: `#[failure(conditions = ..)]` must name the enum in `conditions: Conditions<..>` of the status",
        );
        i += 1;
    }
}

/// Says what is wrong, where the user wrote it, unless something holds.
#[track_caller]
pub const fn holds(condition: bool, problem: &str) {
    if !condition {
        panic!("{}", problem);
    }
}

/// The scale subresource needs a number in the spec and one in the status.
#[track_caller]
pub const fn scales<O: Operator>() {
    let spec = has_scale(<O::Spec as Described>::FACTS);
    let status = has_scale(<O::Status as Described>::FACTS);
    holds(
        <O::Status as Status>::FIELDS.is_some() || !spec,
        "the scale subresource has a wanted and a current number of replicas: add `status = MyAppStatus`, and mark the current one in it with `#[crd(scale)]`",
    );
    holds(
        status || !spec,
        "`#[crd(scale)]` marks the wanted number in the spec: mark the current one in the status, too",
    );
    holds(
        spec || !status,
        "`#[crd(scale)]` marks the current number in the status: mark the wanted one in the spec, too",
    );
}

/// The server takes eight selectable fields.
#[track_caller]
pub const fn selectable<O: Operator>() {
    let all = selectable_in(<O::Spec as Described>::FACTS) + selectable_in(<O::Status as Described>::FACTS);
    holds(
        all <= 8,
        "the spec, the status and what is nested in them have more than 8 fields with `#[crd(selectable)]`: the server takes no more",
    );
}

const fn selectable_in(facts: &[Fact]) -> usize {
    let (mut count, mut i) = (0, 0);
    while i < facts.len() {
        match facts[i] {
            Fact::Selectable { .. } => count += 1,
            Fact::Nested { facts, .. } => count += selectable_in(facts),
            _ => {}
        }
        i += 1;
    }
    count
}

const fn has_scale(facts: &[Fact]) -> bool {
    let mut i = 0;
    while i < facts.len() {
        match facts[i] {
            Fact::Scale { .. } => return true,
            Fact::Nested { facts, .. } if has_scale(facts) => return true,
            _ => {}
        }
        i += 1;
    }
    false
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
        if same(list[i], wanted) {
            return true;
        }
        i += 1;
    }
    false
}
