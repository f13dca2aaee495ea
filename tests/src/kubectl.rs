//! What else a person with `kubectl` does: see `objects` for the rest.

use kubewright::{
    __private::kube::{
        Resource,
        api::{DeleteParams, ListParams, Patch, PatchParams},
    },
    object::Scoped,
};
use serde_json::{Value, json};

use crate::World;

impl World {
    /// Creates an object from JSON, which needs neither kind nor name.
    pub async fn make<K>(&self, name: &str, mut body: Value) -> Value
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        body["metadata"]["name"] = json!(name);
        self.create_as::<K>(body).await
    }

    /// Reads an object that is there.
    pub async fn get<K>(&self, name: &str) -> Value
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        self.read::<K>(name).await.unwrap_or_else(|| panic!("{} {name} exists", K::kind(&())))
    }

    /// Lists the objects whose labels match.
    pub async fn list<K>(&self, selector: &str) -> Vec<Value>
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        let listed = self.objects::<K>().list(&ListParams::default().labels(selector)).await;
        let value = |object| serde_json::to_value(object).expect("an object is JSON");
        listed.expect("the server answers").items.iter().map(value).collect()
    }

    /// Edits a subresource by a merge patch.
    pub async fn edit_sub<K>(&self, name: &str, sub: &str, patch: Value)
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        let params = PatchParams { field_manager: Some("kubectl".to_owned()), ..PatchParams::default() };
        let edited = self.objects::<K>().patch_subresource(sub, name, &params, &Patch::Merge(&patch)).await;
        edited.unwrap_or_else(|error| panic!("editing {name}/{sub}: {error}"));
    }

    /// Applies fields of an object, or of a subresource of it, as a field manager of this name.
    pub async fn apply<K>(&self, manager: &str, name: &str, sub: Option<&str>, mut body: Value)
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        body["apiVersion"] = json!(K::api_version(&()));
        body["kind"] = json!(K::kind(&()));
        body["metadata"]["name"] = json!(name);
        let (api, params, patch) = (self.objects::<K>(), PatchParams::apply(manager), Patch::Apply(body));
        let applied = match sub {
            None => api.patch(name, &params, &patch).await,
            Some(sub) => api.patch_subresource(sub, name, &params, &patch).await,
        };
        applied.unwrap_or_else(|error| panic!("applying {name}: {error}"));
    }

    /// Deletes an object in another way than `kubectl` does by default.
    pub async fn delete_with<K>(&self, name: &str, params: &DeleteParams)
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        let deleted = self.objects::<K>().delete(name, params).await;
        deleted.unwrap_or_else(|error| panic!("deleting {name}: {error}"));
    }
}
