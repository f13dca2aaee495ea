//! kubewright under another name: every macro takes `crate = path`.

// The name that the macros use by default is taken by another crate here, so that no path can use it unseen.
extern crate core as kubewright;
pub extern crate kubewright as kubewright_by_another_name;

use kubewright_by_another_name::{k8s::core::v1::Secret, prelude::*};

/// A kind.
#[operator(
    crate = ::kubewright_by_another_name,
    group = "example.com", version = "v1", status = CacheStatus,
    owns(Secret), watches(kubewright_by_another_name::k8s::core::v1::ConfigMap),
    finalizer = "example.com/cache", webhook(validate, default),
)]
pub struct CacheSpec {
    /// Size.
    #[crd(column, scale, default = 1)]
    pub size: i32,
    /// Nested.
    pub nested: Option<Nested>,
}

/// Nested.
#[schema(crate = ::kubewright_by_another_name)]
pub struct Nested {
    /// A name.
    #[crd(default = "x")]
    pub name: String,
}

/// A status.
#[status(crate = ::kubewright_by_another_name)]
pub struct CacheStatus {
    /// Generation that this status speaks of.
    pub observed_generation: Option<i64>,
    /// What is to be said.
    pub conditions: Conditions<CacheCondition>,
    /// Pods.
    #[crd(scale)]
    pub size: i32,
}

/// What is said.
#[derive(ConditionType)]
#[condition_type(crate = ::kubewright_by_another_name)]
pub enum CacheCondition {
    /// All is well.
    Ready,
}

/// What can go wrong.
#[derive(Debug, thiserror::Error, Failure)]
#[failure(crate = ::kubewright_by_another_name)]
pub enum CacheError {
    /// Not now.
    #[error("busy")]
    #[failure(transient)]
    Busy,
}

impl Reconcile for Cache {
    type Error = CacheError;

    async fn desired(&self, _cx: &Context<Self>) -> Result<CacheChildren, CacheError> {
        if self.spec.size > 0 {
            Ok(CacheChildren { secret: Secret::default() })
        } else {
            Err(CacheError::Busy)
        }
    }
}

impl Cleanup for Cache {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, CacheError> {
        Ok(Cleaned::Done)
    }
}

impl Validate for Cache {
    fn validate(&self, _old: Option<&Self>) -> Result<Warnings, CacheError> {
        Ok(Warnings::none())
    }
}

impl Defaults for Cache {
    fn default(&mut self) {}
}

#[test]
fn is_an_operator() {
    assert_eq!(Cache::DECLARATION.plural, "caches");
}

/// Re-exported by a crate of the user's own: the path may begin with `crate`.
mod through_a_reexport {
    pub(crate) mod platform {
        pub(crate) use kubewright_by_another_name as operators;
    }

    /// Nested.
    #[super::schema(crate = crate::through_a_reexport::platform::operators)]
    pub(crate) struct Reexported {
        /// A name.
        pub(crate) name: String,
    }

    #[test]
    fn is_described() {
        use super::Operator as _;
        assert_eq!(super::Cache::DECLARATION.kind, "Cache");
        assert!(<Reexported as kubewright_by_another_name::declare::Described>::FACTS.is_empty());
    }
}
