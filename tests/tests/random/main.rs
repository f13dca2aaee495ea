//! Random types: their CRDs are structural and accepted, and their values go through the server's pruning, defaulting
//! and validation and come back equal.
//!
//! The types are generated once, from a seed, into files: Rust's types can't be made at run time. Their values are new
//! in every run of a seed below.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "in a test a panic is how one says it")]

mod generated;
mod generator;
mod menu;
mod random;
mod source;

use std::{collections::BTreeMap, fs, path::Path};

use generated::{Fifth, First, Fourth, Second, Third};
use kube::Resource;
use kubewright::{
    declare::{crd, manifest},
    prelude::Operator,
    testing,
};
use random::{Random, Rng};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// What the committed types are made of.
const SEED: u64 = 20_261;
/// Values of each kind: a new object for each.
const VALUES: u64 = 120;

#[test]
fn the_types_are_those_of_the_seed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/random/generated");
    for (name, text) in source::files(SEED) {
        let path = folder.join(&name);
        if std::env::var_os("KUBEWRIGHT_BLESS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let committed = fs::read_to_string(&path).unwrap();
        assert!(committed == text, "{name} is another: renew it with KUBEWRIGHT_BLESS=1");
    }
}

#[test]
fn the_crds_of_random_types_are_structural_and_accepted() {
    let crds = [crd::<First>(), crd::<Second>(), crd::<Third>(), crd::<Fourth>(), crd::<Fifth>()];
    assert_eq!(testing::structural(&crds), Ok(()));
    assert_eq!(testing::accepted(&crds), Ok(()));
}

#[tokio::test]
async fn values_of_the_first_types_come_back() {
    come_back::<First>().await;
}

#[tokio::test]
async fn values_of_the_second_types_come_back() {
    come_back::<Second>().await;
}

#[tokio::test]
async fn values_of_the_third_types_come_back() {
    come_back::<Third>().await;
}

#[tokio::test]
async fn values_of_the_fourth_types_come_back() {
    come_back::<Fourth>().await;
}

#[tokio::test]
async fn values_of_the_fifth_types_come_back() {
    come_back::<Fifth>().await;
}

async fn come_back<O>()
where
    O: Operator + Resource<DynamicType = ()>,
    O::Spec: Random + PartialEq + Serialize + DeserializeOwned,
{
    let Some(cluster) = kubewright_devcluster::for_tests().await else { return };
    cluster.install(&[manifest(&crd::<O>()).unwrap()]).await.unwrap();
    let namespace = cluster.namespace("random").await.unwrap();
    let objects = Objects {
        client: cluster.client("random-test").await.unwrap(),
        path: O::url_path(&(), Some(namespace.name())),
    };
    let mut wrong = Vec::new();
    let mut lossy = 0;
    for seed in 0..VALUES {
        let spec = O::Spec::random(&mut Rng::new(seed));
        let sent = serde_json::to_string(&spec).unwrap();
        // What serde itself reads otherwise than it wrote is nothing that a schema could help.
        let same = serde_json::from_str(&sent).unwrap();
        if !serde_json::from_value::<O::Spec>(as_the_server_writes(same)).is_ok_and(|read| read == spec) {
            lossy += 1;
            continue;
        }
        if let Err(problem) = round_trip::<O>(&objects, seed, &spec, &sent).await {
            wrong.push(format!("seed {seed}: {problem}\n  sent {sent}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {VALUES}\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
    assert!(lossy * 10 < VALUES, "serde reads {lossy} values otherwise than it wrote them");
}

/// Keys sorted, and whole numbers without a fraction: `1.0` is 1 to Go.
fn as_the_server_writes(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            let sorted: BTreeMap<_, _> = object.into_iter().collect();
            sorted.into_iter().map(|(key, value)| (key, as_the_server_writes(value))).collect()
        }
        Value::Array(list) => list.into_iter().map(as_the_server_writes).collect(),
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 9e15 => {
                (float as i64).into()
            }
            _ => number.into(),
        },
        other => other,
    }
}

/// Creates an object and reads it again.
async fn round_trip<O>(objects: &Objects, seed: u64, spec: &O::Spec, sent: &str) -> Result<(), String>
where
    O: Operator + Resource<DynamicType = ()>,
    O::Spec: PartialEq + DeserializeOwned,
{
    let name = format!("seed-{seed}");
    let (version, kind) = (O::api_version(&()), O::kind(&()));
    // Made as text: a `Value` would write a 32-bit float with the digits of a 64-bit one.
    let body = format!(
        r#"{{"apiVersion":"{version}","kind":"{kind}","metadata":{{"name":"{name}"}},"spec":{sent}}}"#
    );
    objects.create(body).await?;
    let stored = objects.get(&name).await?;
    match serde_json::from_str::<Stored<O::Spec>>(&stored) {
        Ok(read) if read.spec == *spec => Ok(()),
        Ok(_) => Err(format!("read is another\n  kept {stored}")),
        Err(error) => Err(format!("not read: {error}\n  kept {stored}")),
    }
}

#[derive(serde::Deserialize)]
struct Stored<S> {
    spec: S,
}

/// Objects of one kind in one namespace, as text.
struct Objects {
    client: kube::Client,
    path: String,
}

impl Objects {
    async fn create(&self, body: String) -> Result<String, String> {
        let request = http::Request::post(&self.path).header("content-type", "application/json");
        self.send(request.body(body.into_bytes()).unwrap()).await
    }

    async fn get(&self, name: &str) -> Result<String, String> {
        self.send(http::Request::get(format!("{}/{name}", self.path)).body(Vec::new()).unwrap()).await
    }

    async fn send(&self, request: http::Request<Vec<u8>>) -> Result<String, String> {
        self.client.request_text(request).await.map_err(|error| match error {
            kube::Error::Api(status) => format!("refused: {}", status.message),
            other => other.to_string(),
        })
    }
}
