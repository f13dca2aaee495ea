//! CRDs as a real API server takes, keeps and serves them.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "in a test a panic is how one says it")]

mod basin;
mod defaults;
mod expressions;
mod golden;
mod helpers;
mod install;
mod kept;
mod kitchen;
mod pitfalls;
mod refusals;
mod rules;
mod serving;
mod shapes;
mod sink;
mod values;
mod whole;

use kube::{Api, Client, Resource, api::PostParams};
use kubewright::{
    declare::{crd, manifest},
    prelude::Operator,
};
use kubewright_devcluster::Namespace;
use serde_json::{Value, json};
use sink::Sink;

/// A namespace on a server that serves the sink.
struct World {
    client: Client,
    namespace: Namespace,
}

impl World {
    async fn new() -> Option<Self> {
        Self::with::<Sink>().await
    }

    /// A world with another kind.
    async fn with<O: Operator>() -> Option<Self> {
        let cluster = kubewright_devcluster::for_tests().await?;
        cluster.install(&[manifest(&crd::<O>()).unwrap()]).await.unwrap();
        let client = cluster.client("crd-test").await.unwrap();
        let namespace = cluster.namespace("crd").await.unwrap();
        Some(Self { client, namespace })
    }

    fn sinks(&self) -> Api<Sink> {
        Api::namespaced(self.client.clone(), self.namespace.name())
    }

    /// Creates a sink from JSON, and gives back what the server stored.
    async fn create(&self, name: &str, spec: Value) -> Result<Value, String> {
        self.create_in::<Sink>(name, spec).await
    }

    /// The same for another kind.
    async fn create_in<K: Resource<DynamicType = ()>>(
        &self,
        name: &str,
        spec: Value,
    ) -> Result<Value, String> {
        let body = json!({
            "apiVersion": K::api_version(&()),
            "kind": K::kind(&()),
            "metadata": { "name": name },
            "spec": spec,
        });
        let path = K::url_path(&(), Some(self.namespace.name()));
        let request = http::Request::post(path).header("content-type", "application/json");
        let request = request.body(body.to_string().into_bytes()).unwrap();
        self.client.request(request).await.map_err(|error| error.to_string())
    }

    /// An object as `kubectl get` shows it.
    async fn table<K: Resource<DynamicType = ()>>(&self, name: &str) -> Value {
        let path = K::url_path(&(), Some(self.namespace.name()));
        let request = http::Request::get(format!("{path}/{name}"))
            .header("accept", "application/json;as=Table;g=meta.k8s.io;v=v1")
            .body(Vec::new())
            .unwrap();
        self.client.request(request).await.unwrap()
    }

    /// Creates a sink as Rust writes it.
    async fn create_typed(&self, sink: &Sink) -> Sink {
        self.sinks().create(&PostParams::default(), sink).await.unwrap();
        self.sinks().get(sink.metadata.name.as_deref().unwrap()).await.unwrap()
    }
}
