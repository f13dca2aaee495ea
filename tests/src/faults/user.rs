//! A user who does things to MyApps at random, and knows what should come of it.

use std::collections::BTreeMap;

use fastrand::Rng;
use kubewright::{
    __private::kube::{
        self, Resource,
        api::{DeleteParams, Patch, PatchParams},
    },
    k8s::{apps::v1::Deployment, core::v1::Service},
    object::Scoped,
};
use myapp_operator::MyApp;
use serde_json::{Value, json};

use crate::World;

/// How often somebody edits one child of an object: once more would be a contest, which is told and takes minutes to be
/// over.
const EDITS: u8 = 2;

/// Somebody with `kubectl`, whose every step hangs on a seed.
pub struct User {
    rng: Rng,
    objects: usize,
    wanted: BTreeMap<String, Value>,
    done: BTreeMap<&'static str, usize>,
    /// By kind and name of the child.
    edits: BTreeMap<(&'static str, String), u8>,
}

impl User {
    /// Who keeps about so many objects.
    pub fn new(seed: u64, objects: usize) -> Self {
        Self {
            rng: Rng::with_seed(seed),
            objects,
            wanted: BTreeMap::new(),
            done: BTreeMap::new(),
            edits: BTreeMap::new(),
        }
    }

    /// The MyApps that there should be, with their specs.
    pub fn wanted(&self) -> &BTreeMap<String, Value> {
        &self.wanted
    }

    /// How often each thing was done.
    pub fn done(&self) -> &BTreeMap<&'static str, usize> {
        &self.done
    }

    /// Creates all objects that are missing.
    pub async fn fill(&mut self, world: &World) {
        for number in 0..self.objects {
            if !self.wanted.contains_key(&name(number)) {
                self.create(world, number).await;
            }
        }
    }

    /// Does one thing.
    pub async fn act(&mut self, world: &World) {
        let number = self.rng.usize(..self.objects);
        let app = name(number);
        if !self.wanted.contains_key(&app) {
            return self.create(world, number).await;
        }
        match self.rng.u8(..10) {
            0..3 => {
                let image = self.image();
                self.change(world, &app, json!({ "image": image })).await;
                self.did("update");
            }
            3..5 => {
                let replicas = self.rng.i32(0..3);
                self.change(world, &app, json!({ "replicas": replicas })).await;
                self.did("scale");
            }
            5 => {
                delete::<MyApp>(world, &app).await;
                self.wanted.remove(&app);
                self.edits.retain(|(_, name), _| *name != app);
                self.did("delete");
            }
            6 if self.may_edit("Deployment", &app) => {
                let patch = json!({"spec": {"replicas": 5, "template": {"spec": {"containers": [
                    {"name": "app", "image": "edited:1"},
                ]}}}});
                edit::<Deployment>(world, &app, patch).await;
                self.did("edit of a Deployment");
            }
            7 if self.may_edit("Service", &app) => {
                let patch = json!({"spec": {"selector": {"app.kubernetes.io/instance": "other"}}});
                edit::<Service>(world, &app, patch).await;
                self.did("edit of a Service");
            }
            6 | 8 => {
                delete::<Deployment>(world, &app).await;
                self.did("delete of a Deployment");
            }
            _ => {
                delete::<Service>(world, &app).await;
                self.did("delete of a Service");
            }
        }
    }

    fn may_edit(&mut self, kind: &'static str, app: &str) -> bool {
        let edits = self.edits.entry((kind, app.to_owned())).or_default();
        *edits += 1;
        *edits <= EDITS
    }

    async fn create(&mut self, world: &World, number: usize) {
        let app = name(number);
        let spec = json!({"image": self.image(), "replicas": self.rng.i32(0..3)});
        let object = json!({"metadata": {"name": app}, "spec": spec});
        match world.try_create::<MyApp>(object, false).await {
            Ok(_) => {
                self.wanted.insert(app, spec);
                self.did("create");
            }
            // One of that name is on its way out: another time.
            Err(kube::Error::Api(status)) if status.code == 409 => self.did("create too early"),
            Err(error) => panic!("creating {app}: {error}"),
        }
    }

    async fn change(&mut self, world: &World, app: &str, change: Value) {
        edit::<MyApp>(world, app, json!({ "spec": change })).await;
        if let (Some(Value::Object(spec)), Value::Object(change)) = (self.wanted.get_mut(app), change) {
            spec.extend(change);
        }
    }

    fn image(&mut self) -> String {
        format!("nginx:1.{}", self.rng.u8(..100))
    }

    fn did(&mut self, what: &'static str) {
        *self.done.entry(what).or_default() += 1;
    }
}

fn name(number: usize) -> String {
    format!("app-{number:03}")
}

/// What is not there cannot be edited, and that is no fault.
async fn edit<K>(world: &World, name: &str, patch: Value)
where
    K: Resource<DynamicType = ()>,
    K::Scope: Scoped,
{
    let params = PatchParams { field_manager: Some("kubectl".to_owned()), ..PatchParams::default() };
    match world.objects::<K>().patch(name, &params, &Patch::Merge(&patch)).await {
        Err(kube::Error::Api(status)) if status.code == 404 => {}
        edited => drop(edited.unwrap_or_else(|error| panic!("editing {name}: {error}"))),
    }
}

async fn delete<K>(world: &World, name: &str)
where
    K: Resource<DynamicType = ()>,
    K::Scope: Scoped,
{
    match world.objects::<K>().delete(name, &DeleteParams::background()).await {
        Err(kube::Error::Api(status)) if status.code == 404 => {}
        deleted => drop(deleted.unwrap_or_else(|error| panic!("deleting {name}: {error}"))),
    }
}
