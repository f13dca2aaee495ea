//! Everything that `#[operator(..)]` says, resolved, as constant data.

use std::time::Duration;

use super::{
    entry::{Owned, Read, Watched},
    on::{On, WhenFn},
};
use crate::object::Kind;

/// A whole declaration. `#[operator]` makes it: `Declaration { owns: &[..], ..Declaration::new(..) }`.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// Name of the operator: field manager, label value, reporter of events, at most 63 characters.
    pub name: &'static str,
    /// API group.
    pub group: &'static str,
    /// API version.
    pub version: &'static str,
    /// Kind.
    pub kind: &'static str,
    /// Plural, as in URLs.
    pub plural: &'static str,
    /// Singular.
    pub singular: &'static str,
    /// Short names for kubectl.
    pub short_names: &'static [&'static str],
    /// Categories for kubectl, such as `all`.
    pub categories: &'static [&'static str],
    /// Namespaced or cluster-scoped.
    pub scope: Scope,
    /// Description of the kind in the CRD: the user's doc comment.
    pub description: &'static str,
    /// Kinds that it creates.
    pub owns: &'static [Owned],
    /// Kinds whose changes wake it.
    pub watches: &'static [Watched],
    /// Kinds that it reads without being woken.
    pub reads: &'static [Read],
    /// Which changes of an object wake it. Some do in any case.
    pub on: On,
    /// The user's function that says which of these are worth a pass.
    pub when: Option<WhenFn>,
    /// Paths of the functions that give keys from outside.
    pub sources: &'static [&'static str],
    /// Finalizer, set before any child is created.
    pub finalizer: Option<&'static str>,
    /// Finalizers that earlier releases set: taken away with ours, or alone when there is none any more.
    pub former_finalizers: &'static [&'static str],
    /// Field managers that earlier releases wrote as: what they own becomes ours.
    pub former_managers: &'static [&'static str],
    /// Kinds that earlier releases created: what is left of them is deleted.
    pub formerly_owns: &'static [fn() -> Kind],
    /// Which webhook handlers exist.
    pub webhook: Webhook,
    /// Passes at a time.
    pub concurrency: usize,
    /// Delays after failures of one object.
    pub backoff: BackoffRange,
    /// Limit on retries of all objects together.
    pub retry_rate: RetryRate,
    /// Longest time that one pass may take.
    pub timeout: Duration,
    /// A pass of every object at least this often, also when nothing changes.
    pub resync: Option<Duration>,
    /// How long an object must have been quiet before its changes are looked at, within bounds.
    pub debounce: Option<Duration>,
}

/// What the runtime asks of a declaration in many places.
pub type Declared = &'static Declaration;

/// Where objects of a kind live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// In namespaces.
    Namespaced,
    /// In the cluster.
    Cluster,
}

/// Which webhook handlers exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Webhook {
    /// `Validate` is implemented.
    pub validate: bool,
    /// `Defaults` is implemented.
    pub default: bool,
}

/// Exponential backoff of one object: `base`, doubled after each failure, at most `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackoffRange {
    /// First delay.
    pub base: Duration,
    /// Longest delay.
    pub max: Duration,
}

/// Limit on retries of all objects together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RetryRate {
    /// Retries a second.
    pub qps: f64,
    /// Retries at once.
    pub burst: u32,
}

impl Declaration {
    /// A declaration with the defaults for all that is not said.
    pub const fn new(
        name: &'static str,
        group: &'static str,
        version: &'static str,
        kind: &'static str,
        plural: &'static str,
        singular: &'static str,
    ) -> Self {
        Self {
            name,
            group,
            version,
            kind,
            plural,
            singular,
            short_names: &[],
            categories: &[],
            scope: Scope::Namespaced,
            description: "",
            owns: &[],
            watches: &[],
            reads: &[],
            on: On::DEFAULT,
            when: None,
            sources: &[],
            finalizer: None,
            former_finalizers: &[],
            former_managers: &[],
            formerly_owns: &[],
            webhook: Webhook { validate: false, default: false },
            concurrency: 4,
            // As controller-runtime: 5 ms to 1000 s for one object, 10 a second and 100 at once for all.
            backoff: BackoffRange { base: Duration::from_millis(5), max: Duration::from_secs(1000) },
            retry_rate: RetryRate { qps: 10.0, burst: 100 },
            timeout: Duration::from_secs(300),
            resync: None,
            debounce: None,
        }
    }

    /// The kind itself.
    pub fn primary(&self) -> Kind {
        Kind {
            group: self.group.into(),
            version: self.version.into(),
            kind: self.kind.into(),
            plural: self.plural.into(),
            namespaced: self.scope == Scope::Namespaced,
        }
    }

    /// Label that marks an object as a child of this operator: `<group>/operator: <name>`.
    pub fn operator_label(&self) -> String {
        format!("{}/operator", self.group)
    }

    /// Values of [`operator_label`](Self::operator_label) on children: the operator's name, and those that it had in
    /// earlier releases. Other former managers were no operators of this kind, and set no such label.
    pub fn operator_names(&self) -> impl Iterator<Item = &'static str> {
        let legal = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let former =
            self.former_managers.iter().filter(move |name| name.len() <= 63 && name.bytes().all(legal));
        [self.name].into_iter().chain(former.copied())
    }

    /// Label that holds the owner's uid.
    pub fn owner_label(&self) -> String {
        format!("{}/owner-uid", self.group)
    }

    /// Label that holds the name of the child's entry in `owns(..)`.
    pub fn entry_label(&self) -> String {
        format!("{}/entry", self.group)
    }

    /// Annotation with the hash of what was applied.
    pub fn applied_annotation(&self) -> String {
        format!("{}/applied", self.group)
    }

    /// Annotation that names the owner of a child which may have no reference to it: see [`owner_text`](Self::owner_text).
    pub fn owner_annotation(&self) -> String {
        format!("{}/owner", self.group)
    }

    /// The owner of this name, as that annotation says it: `MyApp/web`.
    pub fn owner_text(&self, name: &str) -> String {
        format!("{}/{name}", self.kind)
    }

    /// The entry of this name.
    pub fn entry(&self, name: &str) -> Option<&'static Owned> {
        self.owns.iter().find(|owned| owned.entry == name)
    }

    /// Annotation that pauses an object when it is `"true"`.
    pub fn paused_annotation(&self) -> String {
        format!("{}/paused", self.group)
    }
}
