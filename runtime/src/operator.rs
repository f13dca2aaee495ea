//! What an operator is: the traits that a user implements, and those that `#[operator]` implements.

use std::{fmt::Debug, future::Future};

use futures::future::BoxFuture;
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    action::{Action, Cleaned, Warnings},
    children::{Children, Observed},
    context::Context,
    declare::{Declaration, Described},
    failure::{Failed, Failure},
    source::{Source, SourceContext},
    status::Status,
};

/// A kind with a declaration. `#[operator(..)]` on its spec implements this; it is not written by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operator",
    label = "not an operator",
    note = "an operator is the kind that `#[operator(..)]` makes of a spec struct, as `MyApp` of `MyAppSpec`"
)]
pub trait Operator:
    kube::Resource<DynamicType = ()> + Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The spec struct.
    type Spec: Described + schemars::JsonSchema + Serialize + DeserializeOwned;
    /// The status struct, `NoStatus` without one.
    type Status: Status;
    /// What passes share: clients, configuration. `()` without one.
    type State: Send + Sync + 'static;
    /// One field per entry of `owns(..)`: what `desired` returns.
    type Children: Children;
    /// One field per entry of `owns(..)`: what `observe` gets.
    type Observed: Observed;
    /// Everything that the declaration says, as data.
    const DECLARATION: Declaration;

    /// Fills in what the object leaves out. Calls [`Defaults`] if `webhook(default)` is declared.
    #[doc(hidden)]
    fn fill_defaults(&mut self) {}

    /// Refuses what may not be. Calls [`Validate`] if `webhook(validate)` is declared.
    #[doc(hidden)]
    fn check(&self, _old: Option<&Self>) -> Result<Warnings, Failed> {
        Ok(Warnings::default())
    }

    /// Calls the functions of `source = ..`.
    #[doc(hidden)]
    fn sources(_cx: &SourceContext<Self>) -> Vec<Source> {
        Vec::new()
    }

    /// Calls [`Cleanup`] if a finalizer is declared.
    #[doc(hidden)]
    fn clean<'a>(&'a self, _cx: &'a Context<Self>) -> BoxFuture<'a, Result<Cleaned, Failed>> {
        Box::pin(async { Ok(Cleaned::Done) })
    }
}

/// The logic of an operator: which children an object wants, and what its status says of them.
///
/// Level-triggered: both functions see the present state and are never told what happened.
///
#[doc = include_str!("../docs/reconcile.md")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no reconcile logic",
    label = "this operator needs `impl Reconcile for {Self}`",
    note = "add `impl Reconcile for {Self}` with `desired` and, for a status of its own, `observe`"
)]
pub trait Reconcile: Operator {
    /// What can go wrong: an enum with `#[derive(Failure)]`, or `std::convert::Infallible`.
    type Error: Failure;

    /// The children that this object wants. Two calls on the same state must give the same bytes.
    ///
    /// The runtime fills in namespaces, owner references, labels and names: a child of an entry `Kind` or
    /// `Option<Kind>` is called as its owner, of a named entry `<owner>-<entry>`. Items of a `Vec` entry must be
    /// named by the builder.
    ///
    /// # Errors
    /// On an error no child is written and none is pruned; `observe` still runs.
    fn desired(
        &self,
        cx: &Context<Self>,
    ) -> impl Future<Output = Result<<Self as Operator>::Children, Self::Error>> + Send;

    /// Fills the status from the live children. `status` starts as the stored one, with `Ready` and
    /// `Progressing` set by the runtime; what is changed here is kept, also when an error is returned.
    ///
    /// # Errors
    /// The error decides about conditions and the next visit, as its class says.
    fn observe(
        &self,
        _cx: &Context<Self>,
        _seen: &<Self as Operator>::Observed,
        _status: &mut <Self as Operator>::Status,
    ) -> impl Future<Output = Result<Action, Self::Error>> + Send {
        async { Ok(Action::await_change()) }
    }
}

/// Work to be done before an object may go. Declared with `finalizer = ".."`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared with `finalizer = \"..\"` but says nothing about what to clean up",
    label = "this finalizer needs `impl Cleanup for {Self}`",
    note = "add `impl Cleanup for {Self}`, or remove `finalizer` if deletion needs no work of yours: owned children go by themselves"
)]
pub trait Cleanup: Reconcile + Finalized {
    /// Undoes what lives outside of the cluster. May run more than once: it must be idempotent.
    ///
    /// # Errors
    /// On an error the finalizer stays and the cleanup is tried again.
    fn cleanup(&self, cx: &Context<Self>) -> impl Future<Output = Result<Cleaned, Self::Error>> + Send;
}

/// Implemented by `#[operator]` where `finalizer = ".."` is declared, and only there.
#[diagnostic::on_unimplemented(
    message = "`{Self}` implements `Cleanup` but declares no finalizer",
    label = "this would never run",
    note = "add `finalizer = \"<domain>/<name>\"` to its `#[operator(..)]`"
)]
pub trait Finalized {
    /// The finalizer.
    const FINALIZER: &'static str;
}

/// Refuses objects. Runs in the webhook and at the start of every pass, so that it holds without a webhook too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared with `webhook(validate)` but validates nothing",
    label = "needs `impl Validate for {Self}`",
    note = "add `impl Validate for {Self}`, or remove `validate` from `webhook(..)`"
)]
pub trait Validate: Reconcile + Validated {
    /// Checks the object. `old` is the version before an update, where one is known.
    ///
    /// # Errors
    /// The refusal; it becomes the webhook's answer and the object's condition.
    fn validate(&self, old: Option<&Self>) -> Result<Warnings, Self::Error>;
}

/// Fills in what an object leaves out. Runs in the webhook and at the start of every pass.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared with `webhook(default)` but fills nothing in",
    label = "needs `impl Defaults for {Self}`",
    note = "add `impl Defaults for {Self}`, or remove `default` from `webhook(..)`"
)]
pub trait Defaults: Operator + Defaulted {
    /// Fills in the object. Must be idempotent.
    fn default(&mut self);
}

/// Implemented by `#[operator]` where `webhook(validate)` is declared, and only there.
#[diagnostic::on_unimplemented(
    message = "`{Self}` implements `Validate` but does not declare it",
    label = "this would never run",
    note = "add `webhook(validate)` to its `#[operator(..)]`"
)]
pub trait Validated {}

/// Implemented by `#[operator]` where `webhook(default)` is declared, and only there.
#[diagnostic::on_unimplemented(
    message = "`{Self}` implements `Defaults` but does not declare it",
    label = "this would never run",
    note = "add `webhook(default)` to its `#[operator(..)]`"
)]
pub trait Defaulted {}

/// The state of an operator that declares none.
#[diagnostic::on_unimplemented(
    message = "this operator is declared with `state = {Self}`, which somebody has to make",
    label = "passes share a `{Self}`",
    note = "add the operator with the function that makes it: `.operator::<Kind>(make)` in place of `.stateless::<Kind>()`"
)]
pub trait NoState {
    /// It.
    fn none() -> Self;
}

impl NoState for () {
    fn none() -> Self {}
}

/// Says that an operator declared access to a kind. Implemented by `#[operator]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not declare access to `{K}`",
    label = "not declared in `#[operator(..)]` of `{Self}`",
    note = "add `{K}` to `owns(..)`, `watches(..)` or `reads(..)`: the watches are made from there"
)]
pub trait Declares<K> {
    /// Where it is read: [`FromCache`], [`FromServer`] or [`FromBoth`]; [`FromMetadata`] or [`FromMetadataAndServer`].
    type Access;
}

/// A declared kind that is watched or cached.
#[derive(Debug)]
pub enum FromCache {}

/// An owned kind, or one that is cached and also declared as `reads(Kind(live))`.
#[derive(Debug)]
pub enum FromBoth {}

/// A kind that is declared as `reads(Kind(live))` and nowhere else.
#[derive(Debug)]
pub enum FromServer {}

/// A kind that is declared as `watches(Kind(metadata_only))`.
#[derive(Debug)]
pub enum FromMetadata {}

/// A kind that is declared as `watches(Kind(metadata_only))` and as `reads(Kind(live))`.
#[derive(Debug)]
pub enum FromMetadataAndServer {}

/// A declared kind that has a cache.
#[diagnostic::on_unimplemented(
    message = "this kind is declared as `(live)`, so it has no cache",
    label = "reads from a cache",
    note = "read it from the server with `cx.live::<Kind>(name).await`, or remove `(live)` from its entry of `reads(..)`"
)]
pub trait Cached {}

#[diagnostic::do_not_recommend]
impl Cached for FromCache {}
#[diagnostic::do_not_recommend]
impl Cached for FromBoth {}
#[diagnostic::do_not_recommend]
impl Cached for FromMetadata {}
#[diagnostic::do_not_recommend]
impl Cached for FromMetadataAndServer {}

/// A declared kind of whose objects more is known than their metadata.
#[diagnostic::on_unimplemented(
    message = "this kind is declared as `(metadata_only)`, so there is nothing else of it in the cache",
    label = "reads the whole object",
    note = "read `cx.metadata::<Kind>(name)`, ask the server as `reads(Kind(live))` allows it, or remove `metadata_only` from its entry of `watches(..)`"
)]
pub trait Whole {}

#[diagnostic::do_not_recommend]
impl Whole for FromCache {}
#[diagnostic::do_not_recommend]
impl Whole for FromBoth {}
#[diagnostic::do_not_recommend]
impl Whole for FromServer {}

/// A declared kind whose objects the operator has the right to get from the server.
#[diagnostic::on_unimplemented(
    message = "this kind is declared without `(live)`, so there is no right to get it from the server",
    label = "reads from the server",
    note = "add `reads(Kind(live))` to `#[operator(..)]`, or read it from the cache with `cx.get::<Kind>(name)`"
)]
pub trait Live {}

#[diagnostic::do_not_recommend]
impl Live for FromServer {}
#[diagnostic::do_not_recommend]
impl Live for FromBoth {}
#[diagnostic::do_not_recommend]
impl Live for FromMetadataAndServer {}

/// The legal pairs of scopes of an owner and its child.
pub trait MayOwn<ChildScope> {}

#[diagnostic::do_not_recommend]
impl MayOwn<kube::core::NamespaceResourceScope> for kube::core::NamespaceResourceScope {}
#[diagnostic::do_not_recommend]
impl MayOwn<kube::core::NamespaceResourceScope> for kube::core::ClusterResourceScope {}
#[diagnostic::do_not_recommend]
impl MayOwn<kube::core::ClusterResourceScope> for kube::core::ClusterResourceScope {}
