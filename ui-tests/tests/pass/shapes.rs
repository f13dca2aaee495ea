//! Everything that can be declared, at least once; the expansion is a snapshot in `macros/snapshots/`.
//! The neighbours of `cases/shapes`.

use std::{collections::BTreeMap, convert::Infallible};

use kubewright::{
    k8s::{
        core::v1::{ConfigMap, Namespace, Node, Secret, Service},
        rbac::v1::ClusterRole,
    },
    prelude::*,
};

/// A cluster-scoped kind with children of every arity.
///
/// Its description has two paragraphs.
#[operator(
    name = "tenants",
    group = "platform.example.com",
    version = "v1beta1",
    kind = Tenant,
    plural = "tenantry",
    singular = "tenant",
    short_name = "tn",
    short_name = "tns",
    scope = Cluster,
    status = TenantStatus,
    owns(role: ClusterRole, extra: ClusterRole, Option<Secret>, Vec<ConfigMap>, type: Service),
    watches(Node(map = tenants_of_node), Namespace),
    reads(kubewright::k8s::storage::v1::StorageClass),
)]
#[derive(PartialEq, Default)]
pub struct TenantDeclaration {
    /// Wire names follow serde.
    #[serde(rename = "displayName")]
    #[crd(column(name = "Title", priority = 1), default = "nobody")]
    pub title: String,
    /// Limits of the tenant.
    #[serde(default)]
    pub limits: Limits,
    /// A raw name.
    pub r#type: Option<String>,
    /// Where its things are stored.
    pub storage: Option<Storage>,
    /// How long things are kept.
    pub retention: Option<Retention>,
    /// Free text by key.
    #[serde(default)]
    pub notes: BTreeMap<String, String>,
}

/// All of its fields have defaults, so it has one too.
#[schema]
#[derive(PartialEq)]
pub struct Limits {
    /// Pods at most.
    #[crd(column, default = 10)]
    pub pods: u32,
    /// How strict.
    #[crd(default = Enforcement::Strict)]
    pub enforcement: Enforcement,
    /// Not counted.
    pub except: Option<String>,
}

/// Values keep their capital.
#[schema]
#[derive(PartialEq)]
pub enum Enforcement {
    /// No exceptions.
    Strict,
    /// Some.
    Lenient,
}

/// A union: one member of these.
#[schema]
#[derive(PartialEq)]
pub enum Storage {
    /// In a bucket.
    ObjectStore {
        /// Its name.
        bucket_name: BucketName,
    },
    /// On a volume.
    Volume(Volume),
}

/// With a tag, variants with and without data can be mixed.
#[schema]
#[derive(PartialEq)]
#[serde(tag = "type")]
pub enum Retention {
    /// For ever.
    Forever,
    /// For some time.
    Days {
        /// How many.
        how_many: u32,
    },
}

/// A name of its own type.
#[schema]
#[derive(PartialEq)]
pub struct BucketName(String);

/// A volume.
#[schema]
#[derive(PartialEq)]
pub struct Volume {
    /// In bytes.
    pub size: i64,
}

/// What is known of a tenant.
#[status]
#[derive(PartialEq)]
#[serde(rename_all = "snake_case")]
pub struct TenantStatus {
    /// Generation that this status speaks of.
    pub observed_generation: Option<i64>,
    /// What is to be said.
    pub conditions: Conditions<TenantCondition>,
}

/// What is said of a tenant.
#[derive(ConditionType, Clone, Copy, Debug, PartialEq, Eq)]
pub enum TenantCondition {
    /// It is there.
    Ready,
    /// Its name is taken.
    Taken,
    /// Its storage is gone.
    Detached,
}

/// What can go wrong with a tenant.
#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = TenantCondition)]
pub enum TenantError {
    /// Somebody else has the name.
    #[error("the name is taken")]
    #[failure(permanent, condition = Taken)]
    NameTaken,
    /// As the store says.
    #[error("storage: {0}")]
    #[failure(from_source)]
    Storage(#[from] StorageError),
    /// The same, named.
    #[error("second store: {source}")]
    #[failure(from_source)]
    Second {
        /// The cause.
        source: StorageError,
    },
    /// Try again.
    #[error("busy")]
    #[failure(transient)]
    Busy,
}

/// What can go wrong with storage.
#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = TenantCondition)]
pub enum StorageError {
    /// It is gone.
    #[error("gone")]
    #[failure(transient, retry_after = "1m500ms", condition = Detached, reason = "StoreGone")]
    Gone,
}

fn tenants_of_node(node: &Node, store: &Store<'_, Tenant>) -> Vec<ObjectKey> {
    store.keys_where(|tenant| tenant.spec.title == node.name_any())
}

impl Reconcile for Tenant {
    type Error = TenantError;

    async fn desired(&self, cx: &Context<Self>) -> Result<TenantChildren, TenantError> {
        let _class = cx.get::<kubewright::k8s::storage::v1::StorageClass>("fast");
        Ok(TenantChildren {
            role: ClusterRole::default(),
            extra: ClusterRole::default(),
            secret: None,
            config_maps: Vec::new(),
            r#type: Service::default(),
        })
    }
}

/// As little as can be declared.
#[operator(group = "example.com", version = "v1")]
pub struct BareSpec {}

impl Reconcile for Bare {
    type Error = Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<BareChildren, Infallible> {
        Ok(BareChildren {})
    }
}

#[test]
fn conditions_of_wrapped_errors_count() {
    assert_eq!(TenantError::CONDITIONS, ["Taken", "Detached", "Detached"]);
    let wrapped = TenantError::Storage(StorageError::Gone).verdict();
    assert_eq!((wrapped.reason, wrapped.condition), ("StoreGone", Some("Detached")));
    let retry_after = Some(std::time::Duration::from_millis(60_500));
    assert_eq!(wrapped.class, kubewright::failure::Class::Transient { retry_after });
    assert_eq!(wrapped, TenantError::Second { source: StorageError::Gone }.verdict());
}

#[test]
fn the_crd_is_as_the_server_wants_it() {
    assert_eq!(kubewright::declare::problems(&Tenant::crd()), []);
    assert_eq!(kubewright::declare::problems(&Bare::crd()), []);
}

#[test]
fn a_type_of_defaults_has_one() {
    let limits = Limits::default();
    assert_eq!((limits.pods, limits.enforcement), (10, Enforcement::Strict));
}

#[test]
fn facts_are_found_through_nested_types() {
    use kubewright::declare::{Described, Fact};

    fn paths(prefix: &str, facts: &[Fact]) -> Vec<String> {
        let of = |fact: &Fact| match fact {
            Fact::Column { path, name, priority, .. } => vec![format!("{prefix}{path} {name} {priority}")],
            Fact::Scale { path } | Fact::ScaleSelector { path } | Fact::Selectable { path } => {
                vec![format!("{prefix}{path}")]
            }
            Fact::Boxed { path, facts } => paths(&format!("{prefix}{path}"), facts()),
            Fact::Nested { path, facts } => paths(&format!("{prefix}{path}"), facts),
        };
        facts.iter().flat_map(of).collect()
    }

    assert_eq!(paths("", TenantDeclaration::FACTS), [".displayName Title 1", ".limits.pods Pods 0"]);
}
