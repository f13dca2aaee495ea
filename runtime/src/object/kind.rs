//! Kinds and keys.

use std::{borrow::Cow, fmt, sync::Arc};

use kube::core::{ClusterResourceScope, NamespaceResourceScope};

/// A kind as requests name it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind {
    /// API group, empty for the core group.
    pub group: Cow<'static, str>,
    /// API version, such as `v1`.
    pub version: Cow<'static, str>,
    /// Kind, such as `Deployment`.
    pub kind: Cow<'static, str>,
    /// Plural as in URLs, such as `deployments`.
    pub plural: Cow<'static, str>,
    /// Whether its objects live in namespaces.
    pub namespaced: bool,
}

/// The scope of a kind, as a fact about its type.
pub trait Scoped {
    /// Whether objects live in namespaces.
    const NAMESPACED: bool;
}

impl Scoped for NamespaceResourceScope {
    const NAMESPACED: bool = true;
}

impl Scoped for ClusterResourceScope {
    const NAMESPACED: bool = false;
}

impl Kind {
    /// The kind of a type.
    pub fn of<K>() -> Self
    where
        K: kube::Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        Self {
            group: K::group(&()),
            version: K::version(&()),
            kind: K::kind(&()),
            plural: K::plural(&()),
            namespaced: K::Scope::NAMESPACED,
        }
    }

    /// Stands where no kind is known.
    pub(crate) fn unknown() -> Self {
        let name = Cow::Borrowed("child");
        Self {
            group: Cow::Borrowed(""),
            version: Cow::Borrowed(""),
            kind: name.clone(),
            plural: name,
            namespaced: true,
        }
    }

    /// `apiVersion` as manifests write it: `v1`, `apps/v1`.
    pub fn api_version(&self) -> String {
        if self.group.is_empty() {
            self.version.to_string()
        } else {
            format!("{}/{}", self.group, self.version)
        }
    }

    /// Plural and group as RBAC and messages write them: `deployments.apps`, `services`.
    pub fn resource(&self) -> String {
        if self.group.is_empty() {
            self.plural.to_string()
        } else {
            format!("{}.{}", self.plural, self.group)
        }
    }

    /// The collection's path, in one namespace or, with `None`, across the cluster.
    pub fn collection(&self, namespace: Option<&str>) -> String {
        let root = if self.group.is_empty() {
            format!("/api/{}", self.version)
        } else {
            format!("/apis/{}/{}", self.group, self.version)
        };
        match namespace {
            Some(namespace) if self.namespaced => format!("{root}/namespaces/{namespace}/{}", self.plural),
            _ => format!("{root}/{}", self.plural),
        }
    }

    /// An object's path. Kubernetes names are URL-safe, except that some kinds allow `:` and `%`, so those are encoded.
    pub fn path(&self, key: &ObjectKey) -> String {
        let name = key.name.replace('%', "%25").replace(':', "%3A");
        format!("{}/{name}", self.collection(key.namespace.as_deref()))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)
    }
}

/// Which cluster a key belongs to. One process can serve several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClusterId(pub u32);

/// An object's cluster, namespace and name. The kind is known from where the key is used.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectKey {
    /// Cluster.
    pub cluster: ClusterId,
    /// Namespace, `None` for cluster-scoped objects.
    pub namespace: Option<Arc<str>>,
    /// Name.
    pub name: Arc<str>,
}

impl ObjectKey {
    /// A key in the process's first cluster.
    pub fn new(namespace: Option<&str>, name: &str) -> Self {
        Self { cluster: ClusterId::default(), namespace: namespace.map(Arc::from), name: Arc::from(name) }
    }

    /// The key of a namespaced object.
    pub fn namespaced(namespace: &str, name: &str) -> Self {
        Self::new(Some(namespace), name)
    }
}

impl fmt::Display for ObjectKey {
    /// `namespace/name`, or the name alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.namespace {
            Some(namespace) => write!(f, "{namespace}/{}", self.name),
            None => f.write_str(&self.name),
        }
    }
}
