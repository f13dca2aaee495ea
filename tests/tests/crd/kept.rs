//! Immutable fields of every type.

use std::collections::{BTreeMap, BTreeSet};

use kube::api::{Patch, PatchParams};
use kubewright::{
    declare::problems,
    k8s::{IntOrString, Quantity, core::v1::PodTemplateSpec},
    prelude::*,
};
use serde_json::{Value, json};

use super::World;

/// Nothing of it can be changed.
#[operator(group = "kept.example.com", version = "v1", plural = "keeps")]
pub(crate) struct KeptSpec {
    #[crd(immutable)]
    flag: Option<bool>,
    #[crd(immutable)]
    share: Option<f64>,
    #[crd(immutable)]
    since: Option<Time>,
    #[crd(immutable)]
    port: Option<IntOrString>,
    #[crd(immutable, int_or_string)]
    target: Option<String>,
    #[crd(immutable)]
    memory: Option<Quantity>,
    #[crd(immutable)]
    anything: Option<BTreeMap<String, Value>>,
    #[crd(immutable)]
    names: Option<Vec<String>>,
    #[crd(immutable)]
    tags: Option<BTreeSet<u16>>,
    #[crd(immutable)]
    labels: Option<BTreeMap<String, String>>,
    #[crd(immutable)]
    template: Option<PodTemplateSpec>,
    #[crd(immutable)]
    source: Option<Source>,
    #[crd(immutable)]
    check: Option<Check>,
    #[crd(immutable, preserve_unknown)]
    open: Option<Boxed>,
    #[serde(flatten)]
    flat: Flat,
    boxed: Option<Box<Boxed>>,
    #[crd(immutable, list(map(key)))]
    #[schemars(length(max = 16))]
    items: Option<Vec<Boxed>>,
}

#[schema]
pub(crate) enum Source {
    Git { url: String },
    Image(String),
}

#[schema]
#[serde(tag = "type")]
pub(crate) enum Check {
    Http { port: u16 },
    Never,
}

#[schema]
pub(crate) struct Flat {
    #[crd(immutable)]
    inner: Option<String>,
}

#[schema]
pub(crate) struct Boxed {
    #[crd(immutable)]
    #[schemars(length(max = 63))]
    key: String,
}

impl Reconcile for Kept {
    type Error = std::convert::Infallible;

    async fn desired(&self, _: &Context<Self>) -> Result<KeptChildren, Self::Error> {
        Ok(KeptChildren {})
    }
}

#[tokio::test]
async fn a_field_of_any_type_can_be_immutable() {
    assert_eq!(problems(&Kept::crd()), []);
    let Some(world) = World::with::<Kept>().await else { return };
    let template = json!({ "spec": { "containers": [{ "name": "a" }] } });
    let cases = [
        ("flag", json!(true), json!(false)),
        ("share", json!(0.5), json!(0.25)),
        ("since", json!("2026-01-01T00:00:00Z"), json!("2026-01-02T00:00:00Z")),
        ("port", json!(80), json!("http")),
        ("target", json!("http"), json!(80)),
        ("memory", json!("1Gi"), json!(1)),
        ("anything", json!({ "a": [1] }), json!({ "a": [2] })),
        ("names", json!(["a", "b"]), json!(["b", "a"])),
        ("tags", json!([1]), json!([1, 2])),
        ("labels", json!({ "a": "b" }), json!({ "a": "c" })),
        ("template", template, json!({ "spec": { "containers": [{ "name": "b" }] } })),
        ("source", json!({ "image": "a" }), json!({ "image": null, "git": { "url": "b" } })),
        ("check", json!({ "type": "http", "port": 1 }), json!({ "type": "http", "port": 2 })),
        ("open", json!({ "key": "a", "more": 1 }), json!({ "more": 2 })),
        ("inner", json!("a"), json!("b")),
        ("boxed", json!({ "key": "a" }), json!({ "key": "b" })),
        ("items", json!([{ "key": "a" }]), json!([{ "key": "b" }])),
    ];
    let whole: serde_json::Map<String, Value> =
        cases.iter().map(|(field, value, _)| ((*field).to_owned(), value.clone())).collect();
    world.create_in::<Kept>("whole", Value::Object(whole)).await.unwrap();
    world.create_in::<Kept>("bare", json!({})).await.unwrap();
    let api = kube::Api::<Kept>::namespaced(world.client.clone(), world.namespace.name());
    let change = async |name: &str, field: &str, value: &Value| {
        let patch = Patch::Merge(json!({ "spec": { field: value } }));
        api.patch(name, &PatchParams::default(), &patch).await.map_err(|error| error.to_string())
    };
    for (field, value, other) in &cases {
        change("whole", field, value).await.unwrap();
        for (name, value) in [("whole", other), ("whole", &Value::Null), ("bare", value)] {
            let refusal =
                change(name, field, value).await.expect_err(&format!("{field}: {value} was accepted"));
            assert!(refusal.contains("immutable") && refusal.contains(field), "{field}: {refusal}");
        }
    }
    // What it does not name is kept as well.
    let open = api.get("whole").await.unwrap().spec.open.unwrap();
    assert_eq!(open.key, "a");
}
