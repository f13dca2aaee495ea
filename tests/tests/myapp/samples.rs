//! Every sample becomes what it says that it becomes.

use std::{fs, path::Path};

use kubewright_tests::{World, eventually, said};
use myapp_operator::{ExternalServices, MyApp};
use serde_json::Value;

/// All documents of all samples.
fn samples() -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../operator/config/samples");
    let files = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let documents: Vec<Value> = files.flat_map(|text| serde_saphyr::from_multiple(&text).unwrap()).collect();
    assert!(documents.len() >= 4, "{documents:?}");
    documents
}

#[tokio::test]
async fn samples_become_what_they_say() {
    let Some(world) = World::of::<MyApp>("samples").await else { return };
    let running = world.start::<MyApp>(ExternalServices::new()).await;
    let namespace = world.namespace.name();
    for sample in samples() {
        let (path, expected) = match sample["kind"].as_str().unwrap() {
            "MyApp" => {
                let expected = &sample["metadata"]["annotations"]["example.com/expect"];
                let expected = expected.as_str().unwrap_or("Ready=True").to_owned();
                (format!("/apis/example.com/v1/namespaces/{namespace}/myapps"), Some(expected))
            }
            "ConfigMap" => (format!("/api/v1/namespaces/{namespace}/configmaps"), None),
            other => panic!("a sample of kind {other}"),
        };
        // Strict: a misspelt field is an error rather than gone.
        let request = http::Request::post(format!("{path}?fieldValidation=Strict"))
            .header("content-type", "application/json")
            .body(sample.to_string().into_bytes())
            .unwrap();
        world.client.request::<Value>(request).await.unwrap();
        let (Some(expected), name) = (expected, sample["metadata"]["name"].as_str().unwrap()) else {
            continue;
        };
        let (type_, wanted) = expected.split_once('=').unwrap();
        eventually(&format!("{name} is {expected}"), async || {
            let object = world.read::<MyApp>(name).await.unwrap();
            let status = said(&object, type_);
            status.starts_with(wanted).then_some(()).ok_or(status)
        })
        .await;
    }
    assert!(running.stop().await);
}
