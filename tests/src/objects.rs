//! Objects as a person with `kubectl` makes, edits and reads them.

use kubewright::{
    __private::kube::{
        self, Api, Resource,
        api::{ApiResource, DeleteParams, DynamicObject, ListParams, Patch, PatchParams, PostParams},
    },
    k8s::{
        core::v1::{ConfigMap, Namespace},
        events,
    },
    object::Scoped,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{World, eventually};

impl World {
    /// Objects of a kind, untyped: in the test's namespace, or of the cluster.
    pub fn objects<K>(&self) -> Api<DynamicObject>
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        let resource = ApiResource::erase::<K>(&());
        if K::Scope::NAMESPACED {
            Api::namespaced_with(self.client.clone(), self.namespace.name(), &resource)
        } else {
            Api::all_with(self.client.clone(), &resource)
        }
    }

    /// Creates an object. Returns it as stored.
    pub async fn create<K>(&self, object: &K) -> Value
    where
        K: Resource<DynamicType = ()> + Serialize,
        K::Scope: Scoped,
    {
        let object = serde_json::to_value(object).expect("an object is JSON");
        self.create_as::<K>(object).await
    }

    /// Creates an object from JSON, which needs `metadata` and what follows it only.
    pub async fn create_as<K>(&self, object: Value) -> Value
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        self.try_create::<K>(object, false).await.unwrap_or_else(|error| panic!("creating: {error}"))
    }

    /// The same, of which the server may say no; also without storing it.
    ///
    /// # Errors
    /// What the server says.
    pub async fn try_create<K>(&self, mut object: Value, dry_run: bool) -> Result<Value, kube::Error>
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        object["apiVersion"] = json!(K::api_version(&()));
        object["kind"] = json!(K::kind(&()));
        let object: DynamicObject = serde_json::from_value(object).expect("an object with metadata");
        let params = PostParams { field_manager: Some("kubectl".to_owned()), dry_run };
        self.objects::<K>().create(&params, &object).await.map(plain)
    }

    /// Edits an object by a merge patch. Returns it as stored.
    pub async fn edit<K>(&self, name: &str, patch: Value) -> Value
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        let params = PatchParams { field_manager: Some("kubectl".to_owned()), ..PatchParams::default() };
        let edited = self.objects::<K>().patch(name, &params, &Patch::Merge(&patch)).await;
        plain(edited.unwrap_or_else(|error| panic!("editing {name}: {error}")))
    }

    /// Reads an object.
    pub async fn read<K>(&self, name: &str) -> Option<Value>
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        self.objects::<K>().get_opt(name).await.expect("the server answers").map(plain)
    }

    /// Asks for the deletion of an object.
    pub async fn delete<K>(&self, name: &str)
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        match self.objects::<K>().delete(name, &DeleteParams::background()).await {
            // Somebody was faster.
            Err(kube::Error::Api(status)) if status.code == 404 => {}
            deleted => drop(deleted.unwrap_or_else(|error| panic!("deleting {name}: {error}"))),
        }
    }

    /// Asks for the deletion of the test's namespace, and waits until nothing more can be made in it.
    pub async fn end_namespace(&self) {
        self.delete::<Namespace>(self.namespace.name()).await;
        eventually("the namespace takes nothing more", async || {
            let object = json!({"metadata": {"generateName": "probe-"}});
            match self.try_create::<ConfigMap>(object, true).await {
                Err(kube::Error::Api(status)) if status.code == 403 => Ok(()),
                other => Err(other),
            }
        })
        .await;
    }

    /// Waits until an object is as wanted. Returns it.
    pub async fn until<K>(&self, name: &str, what: &str, holds: impl Fn(&Value) -> bool) -> Value
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        eventually(&format!("{} {name}: {what}", K::kind(&())), async || match self.read::<K>(name).await {
            Some(object) if holds(&object) => Ok(object),
            Some(object) => Err(object["status"].to_string()),
            None => Err("absent".to_owned()),
        })
        .await
    }

    /// Waits until a condition says this, written as `False/NameTaken`. Returns the object.
    pub async fn until_said<K>(&self, name: &str, type_: &str, wanted: &str) -> Value
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        self.until::<K>(name, &format!("{type_}={wanted}"), |object| {
            let generation = &object["metadata"]["generation"];
            said(object, type_) == wanted
                // A paused object is not looked at, so its old generation stays.
                && (wanted.starts_with("Unknown") || condition(object, type_)["observedGeneration"] == *generation)
        })
        .await
    }

    /// Waits until an object is gone.
    pub async fn until_gone<K>(&self, name: &str)
    where
        K: Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        eventually(&format!("{} {name} is gone", K::kind(&())), async || {
            self.read::<K>(name).await.map_or(Ok(()), |object| Err(object["metadata"].to_string()))
        })
        .await;
    }

    /// The events about objects of this name, each with how often it was said: `NameTaken: Service a ..`.
    pub async fn events(&self, name: &str) -> Vec<(String, i32)> {
        self.events_in(self.namespace.name(), name).await
    }

    /// Waits until there is an event about an object of this name. Returns all: the status is written before them.
    pub async fn until_events(&self, name: &str) -> Vec<(String, i32)> {
        eventually(&format!("an event about {name}"), async || {
            let events = self.events(name).await;
            if events.is_empty() { Err("none") } else { Ok(events) }
        })
        .await
    }

    /// As [`events`](Self::events), in another namespace.
    pub async fn events_in(&self, namespace: &str, name: &str) -> Vec<(String, i32)> {
        let all = Api::<events::v1::Event>::namespaced(self.client.clone(), namespace);
        let list = all.list(&ListParams::default()).await.expect("the server answers");
        let about = |event: &events::v1::Event| {
            event.regarding.as_ref().is_some_and(|regarding| regarding.name.as_deref() == Some(name))
                && event.reporting_controller.as_deref().is_some_and(|by| by.ends_with("-operator"))
        };
        let text = |event: events::v1::Event| {
            let (reason, note) = (event.reason.unwrap_or_default(), event.note.unwrap_or_default());
            (format!("{reason}: {note}"), event.series.map_or(1, |series| series.count))
        };
        list.items.into_iter().filter(about).map(text).collect()
    }
}

/// What a condition says: `True/Available`, or nothing when there is none.
pub fn said(object: &Value, type_: &str) -> String {
    let condition = condition(object, type_);
    match (condition["status"].as_str(), condition["reason"].as_str()) {
        (Some(status), Some(reason)) => format!("{status}/{reason}"),
        _ => String::new(),
    }
}

/// The message of a condition.
pub fn message(object: &Value, type_: &str) -> String {
    condition(object, type_)["message"].as_str().unwrap_or_default().to_owned()
}

fn condition(object: &Value, type_: &str) -> Value {
    let mut list = object["status"]["conditions"].as_array().into_iter().flatten();
    list.find(|condition| condition["type"] == type_).cloned().unwrap_or_default()
}

fn plain(object: DynamicObject) -> Value {
    serde_json::to_value(object).expect("an object is JSON")
}
