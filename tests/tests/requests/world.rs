//! A server, a namespace, an owner, and a user beside us who edits things by hand.

use bytes::Bytes;
use http::Method;
use kubewright::{
    apply::{Applied, Created, Owner, Target, body::prepare},
    client::{Answer, Call, ClientSettings, Counters, Server, client},
    object::{Kind, Meta, Object, ObjectKey},
};
use kubewright_devcluster::{Cluster, Namespace, Options};
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use crate::kinds;

/// Our field manager.
pub(crate) const MANAGER: &str = "requests-operator";
/// Where the hash of a child would stand. These bodies bear none.
pub(crate) const APPLIED: &str = "requests.example.com/applied";
/// The uid of no object.
pub(crate) const NO_UID: &str = "00000000-0000-0000-0000-000000000000";

/// What a test works in.
pub(crate) struct World {
    pub(crate) cluster: Cluster,
    /// As ourselves.
    pub(crate) server: Server,
    /// As somebody with `kubectl`.
    pub(crate) user: Server,
    /// A `Foo` in the namespace that exists; children of an absent one are collected as garbage.
    pub(crate) owner: Owner,
    /// Our own requests.
    pub(crate) counters: Counters,
    pub(crate) namespace: Namespace,
}

impl World {
    pub(crate) async fn now() -> Option<Self> {
        Some(Self::on(kubewright_devcluster::for_tests().await?).await)
    }

    pub(crate) async fn as_1_34() -> Option<Self> {
        static OLD: OnceCell<Cluster> = OnceCell::const_new();
        if kubewright_devcluster::skip_requested() {
            kubewright_devcluster::skip("KUBEWRIGHT_SKIP_CLUSTER=1");
            return None;
        }
        let old = Options { emulated_version: Some("1.34".to_owned()), ..Options::default() };
        let cluster = OLD.get_or_init(|| async { Cluster::start(old).await.unwrap() }).await.clone();
        assert_eq!(cluster.emulated_version(), Some("1.34"));
        Some(Self::on(cluster).await)
    }

    async fn on(cluster: Cluster) -> Self {
        cluster.install(&kinds::crds()).await.unwrap();
        let namespace = cluster.namespace("requests").await.unwrap();
        let settings = ClientSettings::new("kubewright-requests/1");
        let config = cluster.config("kubewright-requests").await.unwrap();
        let server = Server::new(client(config, &settings).unwrap(), MANAGER);
        let user = Server::new(cluster.client("kubewright-user").await.unwrap(), "kubectl");
        let owner = Owner {
            group: kinds::GROUP.to_owned(),
            kind: "Foo".to_owned(),
            name: "owner".to_owned(),
            uid: String::new(),
            applied: APPLIED.to_owned(),
            ..Owner::default()
        };
        let mut world = Self { cluster, server, user, owner, counters: settings.counters, namespace };
        let created = world.post(&kinds::foo(), "owner", json!({})).await;
        world.owner.uid = created["metadata"]["uid"].as_str().unwrap().to_owned();
        world
    }

    pub(crate) fn key(&self, kind: &Kind, name: &str) -> ObjectKey {
        ObjectKey::new(kind.namespaced.then_some(self.namespace.name()), name)
    }

    /// A body without an owner.
    pub(crate) fn plain(&self, kind: &Kind, name: &str, rest: Value) -> Value {
        let mut body =
            json!({"apiVersion": kind.api_version(), "kind": kind.kind, "metadata": {"name": name}});
        if kind.namespaced {
            body["metadata"]["namespace"] = json!(self.namespace.name());
        }
        merge(&mut body, rest);
        body
    }

    /// The prepared body of a child of `owner`.
    pub(crate) fn body_of(&self, owner: &Owner, kind: &Kind, name: &str, rest: Value) -> Value {
        let mut body = self.plain(kind, name, rest);
        merge(
            &mut body["metadata"],
            json!({"ownerReferences": [{
                "apiVersion": format!("{}/v1", owner.group), "kind": owner.kind, "name": owner.name, "uid": owner.uid,
                "controller": true, "blockOwnerDeletion": true,
            }]}),
        );
        prepare(body).unwrap()
    }

    /// The prepared body of a child of ours.
    pub(crate) fn body(&self, kind: &Kind, name: &str, rest: Value) -> Value {
        self.body_of(&self.owner, kind, name, rest)
    }

    /// Creates a child, which must be absent.
    pub(crate) async fn create(&self, kind: &Kind, name: &str, rest: Value) -> Value {
        let key = self.key(kind, name);
        let target = Target { server: &self.server, kind, key: &key };
        match kubewright::apply::create(&target, &self.body(kind, name, rest), &self.owner).await.unwrap() {
            Created::Created(bytes) => value(&bytes),
            other => panic!("{other:?}"),
        }
    }

    /// Applies a child to the incarnation that has this uid, which must succeed.
    pub(crate) async fn update(&self, kind: &Kind, name: &str, uid: &str, rest: Value) -> Value {
        let key = self.key(kind, name);
        let target = Target { server: &self.server, kind, key: &key };
        match kubewright::apply::update(&target, &self.body(kind, name, rest), uid).await.unwrap() {
            Applied::Applied(bytes) => value(&bytes),
            Applied::Stale => panic!("stale"),
        }
    }

    pub(crate) async fn get(&self, kind: &Kind, name: &str) -> Option<Value> {
        let answer = self.user.call(Call::get(kind.path(&self.key(kind, name)))).await.unwrap();
        (answer.status != 404).then(|| good(&answer))
    }

    /// The user creates an object.
    pub(crate) async fn post(&self, kind: &Kind, name: &str, rest: Value) -> Value {
        let body = self.plain(kind, name, rest);
        let path = kind.collection(Some(self.namespace.name()));
        let call = Call::send(Method::POST, path, "application/json", &body).query("fieldManager", "kubectl");
        good(&self.user.call(call).await.unwrap())
    }

    /// The user edits an object by a merge patch.
    pub(crate) async fn edit(&self, kind: &Kind, name: &str, patch: Value) -> Value {
        self.patch(kind, name, "application/merge-patch+json", patch).await
    }

    /// The user edits an object by a patch of this type.
    pub(crate) async fn patch(
        &self,
        kind: &Kind,
        name: &str,
        media_type: &'static str,
        patch: Value,
    ) -> Value {
        let path = kind.path(&self.key(kind, name));
        let call = Call::send(Method::PATCH, path, media_type, &patch).query("fieldManager", "kubectl");
        good(&self.user.call(call).await.unwrap())
    }

    /// The user deletes an object, and it is gone.
    pub(crate) async fn delete(&self, kind: &Kind, name: &str) {
        let nothing = json!({});
        let path = kind.path(&self.key(kind, name));
        good(&self.user.call(Call::send(Method::DELETE, path, "application/json", &nothing)).await.unwrap());
    }

    /// The user replaces an object by another one of the same name, which is given back.
    pub(crate) async fn recreate(&self, kind: &Kind, name: &str, rest: Value) -> Value {
        self.delete(kind, name).await;
        assert_eq!(self.get(kind, name).await, None);
        self.post(kind, name, rest).await
    }

    /// How many requests of ours had this method and answer.
    pub(crate) fn count(&self, method: &str, code: &str) -> u64 {
        let snapshot = self.counters.snapshot();
        snapshot
            .iter()
            .filter(|(labels, _)| labels.method == method && labels.code == code)
            .map(|(_, n)| n)
            .sum()
    }
}

/// A child of `world` that a test acts on.
#[macro_export]
macro_rules! target {
    ($target:ident, $world:expr, $kind:expr, $name:expr) => {
        let (kind, key) = ($kind.clone(), $world.key(&$kind, $name));
        let $target = kubewright::apply::Target { server: &$world.server, kind: &kind, key: &key };
    };
}

pub(crate) fn value(bytes: &Bytes) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

pub(crate) fn meta(object: &Value) -> Meta {
    serde_json::from_value(object["metadata"].clone()).unwrap()
}

pub(crate) fn uid(object: &Value) -> &str {
    object["metadata"]["uid"].as_str().unwrap()
}

/// The leaves of `body` that our entry in `live` does not cover.
pub(crate) fn uncovered(body: &Value, live: &Value) -> Vec<String> {
    let object = Object::from_slice(live.to_string().as_bytes(), &[MANAGER]).unwrap();
    let own = object.own_fields(MANAGER).map(|fields| fields.get());
    let lost = kubewright::apply::coverage::uncovered_raw(body, own).unwrap();
    lost.iter().map(ToString::to_string).collect()
}

fn good(answer: &Answer) -> Value {
    assert!(answer.status.is_success(), "{:?}", answer.refusal());
    value(&answer.body)
}

/// Merges objects deeply.
pub(crate) fn merge(into: &mut Value, from: Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (key, value) in from {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, from) => *into = from,
    }
}
