//! The declaration as data, and what is made of it: the CRD, the rules of RBAC, the explanation.

mod columns;
mod crd;
mod declaration;
mod entry;
mod explain;
mod facts;
mod on;
mod path;
mod problems;
mod rbac;
mod schema;
mod shape;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use self::shape::same;
pub use self::{
    crd::{crd, manifest},
    declaration::{BackoffRange, Declaration, Declared, RetryRate, Scope, Webhook},
    entry::{Arity, MapFn, OnImmutable, Owned, Read, Watched},
    explain::{
        EXPLAIN_VERSION, ExplainedBackoff, ExplainedFormer, ExplainedKind, ExplainedOwned, ExplainedPasses,
        ExplainedRead, ExplainedRetryRate, ExplainedWakes, ExplainedWatched, Explanation, explain,
    },
    facts::{Described, Fact, NoFacts, Probe},
    on::{On, WhenFn},
    problems::{Problem, problems},
    rbac::{RbacError, rbac},
    shape::{Field, Fields, Items, Presence, Shape, Shaped, ShapedItems},
    text::{Format, TextError, documents, text},
};
