//! Reading the metadata of objects alone.

use std::sync::Arc;

use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use kube::Resource;

use super::{Context, Part};
use crate::{
    object::{Kind, Object, ObjectKey, Scoped},
    operator::{Cached, Declares, Operator},
};

impl<O: Operator> Context<O> {
    /// The metadata of a cached object, without its `managedFields`: what [`get`](Self::get) gives of a kind that is watched
    /// with `metadata_only`. Works for every kind that has a cache.
    pub fn metadata<K>(&self, name: &str) -> Option<Arc<ObjectMeta>>
    where
        O: Declares<K, Access: Cached>,
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        self.metadata_of::<K>(self.beside::<K>(name))
    }

    /// The metadata of a cached object of any namespace.
    pub fn metadata_in<K>(&self, namespace: &str, name: &str) -> Option<Arc<ObjectMeta>>
    where
        O: Declares<K, Access: Cached>,
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        self.metadata_of::<K>(ObjectKey::namespaced(namespace, name))
    }

    /// The metadata of the cached objects that [`list`](Self::list) would give.
    pub fn list_metadata<K>(&self, selector: &str) -> Vec<Arc<ObjectMeta>>
    where
        O: Declares<K, Access: Cached>,
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        let kind = Kind::of::<K>();
        let found = self.matching::<K>(&kind, selector, Part::Metadata);
        found.iter().filter_map(|object| self.only_metadata(&kind, object)).collect()
    }

    fn metadata_of<K>(&self, key: ObjectKey) -> Option<Arc<ObjectMeta>>
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        let kind = Kind::of::<K>();
        let object = self.visit.get(&kind, key, Part::Metadata)?;
        self.only_metadata(&kind, &object)
    }

    fn only_metadata(&self, kind: &Kind, object: &Object) -> Option<Arc<ObjectMeta>> {
        let metadata = object.metadata(&kind.kind);
        metadata.map(Arc::new).map_err(|problem| self.visit.spoil(problem.into())).ok()
    }
}
