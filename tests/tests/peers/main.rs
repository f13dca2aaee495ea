//! The mistakes of `runtime/docs/mistakes.md` made elsewhere: with kube 5.0 by hand, and with controller-gen 0.21, whose
//! output for `tests/peers/controller-gen` is kept beside it. A small program each shows when such a mistake is found.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "in a test a panic is how one says it")]

mod declared;
mod enums;
mod objects;
mod running;
mod values;
mod watched;

use std::{fs, path::Path};

use kube::{
    Api, Client,
    api::{ApiResource, DynamicObject, PostParams},
};
use kubewright_tests::{Gadget, World};
use serde::Serialize;
use serde_json::{Value, json};

const CRDS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/// A CRD as a program has it.
fn by_hand(crd: impl Serialize) -> Value {
    serde_json::to_value(crd).unwrap()
}

/// A CRD that controller-gen has made.
fn generated(plural: &str) -> Value {
    let file = format!("peers/controller-gen/crd/{plural}.yaml");
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    serde_saphyr::from_str(&text).unwrap()
}

/// A namespace on a real API server.
struct Ground {
    world: World,
    client: Client,
}

impl Ground {
    async fn new(name: &str) -> Option<Self> {
        let world = World::of::<Gadget>(name).await?;
        Some(Self { client: world.client.clone(), world })
    }

    /// What the server says of a CRD, which it does not store.
    async fn offer(&self, crd: &Value) -> Result<(), String> {
        let uri = format!("{CRDS}?dryRun=All&fieldValidation=Strict");
        let request = http::Request::post(uri).header("content-type", "application/json");
        let request = request.body(crd.to_string().into_bytes()).unwrap();
        match self.client.request::<Value>(request).await {
            Ok(_) => Ok(()),
            Err(kube::Error::Api(status)) if status.code == 409 => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Checks that the server refuses a CRD in these words.
    async fn refuses(&self, crd: &Value, words: &str) {
        let said = self.offer(crd).await.expect_err("the server takes it");
        assert!(said.contains(words), "{said}");
    }

    /// Installs a CRD. Objects of its kind are then to be had in the test's namespace.
    async fn install(&self, crd: &Value) -> Served {
        self.world.cluster.install(std::slice::from_ref(crd)).await.unwrap();
        let (spec, names) = (&crd["spec"], &crd["spec"]["names"]);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let (group, version) = (text(&spec["group"]), text(&spec["versions"][0]["name"]));
        let resource = ApiResource {
            api_version: format!("{group}/{version}"),
            group,
            version,
            kind: text(&names["kind"]),
            plural: text(&names["plural"]),
        };
        let api = Api::namespaced_with(self.client.clone(), self.world.namespace.name(), &resource);
        Served { api, resource }
    }
}

/// A kind that the server serves.
struct Served {
    api: Api<DynamicObject>,
    resource: ApiResource,
}

impl Served {
    /// Creates an object from its spec.
    async fn create(&self, name: &str, spec: Value) -> Result<DynamicObject, kube::Error> {
        let object = DynamicObject::new(name, &self.resource).data(json!({"spec": spec}));
        self.api.create(&PostParams::default(), &object).await
    }

    /// What is below its URL in the test's namespace.
    async fn get(&self, ground: &Ground, below: &str, accept: &str) -> Result<Value, kube::Error> {
        let uri = format!("{}{below}", self.api.resource_url());
        let request = http::Request::get(uri).header("accept", accept).body(Vec::new());
        ground.client.request(request.unwrap()).await
    }
}
