//! One test's world: the shared control plane, a namespace of its own, and the operator's requests in it.

use std::sync::Arc;

use kubewright::{
    __private::kube::{self, Api, Resource, api::ApiResource},
    client::ClientSettings,
    clock::Clock,
    declare,
    manager::{Manager, Running},
    operator::Reconcile,
};
use kubewright_devcluster::{AuditReader, Cluster, Filter, Namespace, Request, for_tests};
use serde_json::Value;

use crate::release::release;

/// Everything that a test needs. Operators that it starts serve its namespace only and have a user agent of
/// their own, so that tests run side by side on one CRD.
pub struct World {
    /// The control plane, shared with other tests.
    pub cluster: Cluster,
    /// The test's own namespace; gone with it.
    pub namespace: Namespace,
    /// Administrator's client for the test itself: its requests are not counted.
    pub client: kube::Client,
    /// User agent of the operators under test.
    pub agent: String,
    audit: AuditReader,
    /// The operator's kind, if its objects are in the namespace.
    kind: Option<ApiResource>,
}

impl Drop for World {
    fn drop(&mut self) {
        if let Some(kind) = &self.kind {
            release(&self.cluster, self.namespace.name(), kind);
        }
    }
}

impl World {
    /// A fresh namespace with the CRD of `O` installed. `None`, said aloud, when cluster tests are skipped.
    ///
    /// # Panics
    /// When no control plane can be had.
    pub async fn of<O: Reconcile>(name: &str) -> Option<Self> {
        let cluster = for_tests().await?;
        cluster.has_controllers_or_skip().then_some(())?;
        Some(Self::on::<O>(cluster, name).await)
    }

    /// The same on a control plane that the test started itself, with an audit log.
    ///
    /// # Panics
    /// When it does not take the CRD, or has no audit log.
    pub async fn on<O: Reconcile>(cluster: Cluster, name: &str) -> Self {
        cluster.install(&[crd::<O>()]).await.expect("the CRD is accepted");
        let namespace = cluster.namespace(name).await.expect("a namespace");
        let client = cluster.client("kubewright-test").await.expect("a client");
        let audit = cluster.audit().expect("an audit log").reader().expect("a readable one");
        let agent = format!("operator-of-{}", namespace.name());
        let kind = O::DECLARATION.primary().namespaced.then(|| ApiResource::erase::<O>(&()));
        Self { cluster, namespace, client, agent, audit, kind }
    }

    /// Objects of a kind in the test's namespace.
    pub fn api<K>(&self) -> Api<K>
    where
        K: Resource<DynamicType = (), Scope = kube::core::NamespaceResourceScope>,
    {
        Api::namespaced(self.client.clone(), self.namespace.name())
    }

    /// Starts an operator in this process, on the test's namespace.
    pub async fn start<O: Reconcile>(&self, state: O::State) -> Running {
        self.manager().await.operator::<O>(state).start().expect("it starts")
    }

    /// The same on a clock that the test moves.
    pub async fn start_at<O: Reconcile>(&self, state: O::State, clock: impl Clock) -> Running {
        let manager = self.manager().await.clock(Arc::new(clock));
        manager.operator::<O>(state).start().expect("it starts")
    }

    /// A manager for the test's namespace and user agent, to which operators can be added.
    pub async fn manager(&self) -> Manager {
        self.manager_of(self.cluster.config(&self.agent).await.expect("a configuration"))
    }

    /// The same with rights of its own.
    pub fn manager_of(&self, config: kube::Config) -> Manager {
        Manager::new(config)
            .namespaces([self.namespace.name()])
            .client(ClientSettings::new(self.agent.clone()))
    }

    /// All requests of operators under test since [`mark`](Self::mark), once the log is complete up to now.
    pub async fn requests(&mut self) -> Vec<Request> {
        self.audit.settle(&self.client).await.expect("the audit log settles");
        self.audit.requests(&Filter::agent(&self.agent)).await.expect("the audit log is readable")
    }

    /// What operators under test wrote, or tried to, since [`mark`](Self::mark): `patch apps/deployments ns/a 200`.
    /// Without events.
    pub async fn writes(&mut self) -> Vec<String> {
        let requests = self.requests().await;
        let writes = requests.iter().filter(|request| request.is_write() && request.resource != "events");
        writes.map(ToString::to_string).collect()
    }

    /// Waits until an operator has nothing to do now, and had the time to see what was done before this call.
    pub async fn quiet(&self, running: &Running) {
        let queue = running.queue(0).expect("an operator runs");
        queue.idle().await;
        self.audit.settle(&self.client).await.expect("the audit log settles");
        queue.idle().await;
        running.told().await;
    }

    /// Of these, what is neither a list nor a watch, one line each: `patch deployments/status web 200`.
    pub async fn sent(&mut self) -> Vec<String> {
        let requests = self.requests().await;
        requests.iter().filter(|request| !request.is_list_or_watch()).map(line).collect()
    }

    /// All requests of another user agent to the test's namespace since [`mark`](Self::mark).
    pub async fn requests_of(&mut self, agent: &str) -> Vec<Request> {
        self.audit.settle(&self.client).await.expect("the audit log settles");
        let filter = Filter::agent(agent).namespace(self.namespace.name());
        self.audit.requests(&filter).await.expect("the audit log is readable")
    }

    /// Starts counting anew.
    pub async fn mark(&mut self) {
        self.audit.settle(&self.client).await.expect("the audit log settles");
        self.audit.restart().expect("the audit log is readable");
    }
}

/// The CRD of an operator's kind.
pub fn crd<O: Reconcile>() -> Value {
    serde_json::to_value(declare::crd::<O>()).expect("a CRD is JSON")
}

/// A request without what is the same for all requests of a test.
pub fn line(request: &Request) -> String {
    let Request { verb, resource, subresource, name, code, .. } = request;
    let slash = if subresource.is_empty() { "" } else { "/" };
    format!("{verb} {resource}{slash}{subresource} {name} {code}")
}
