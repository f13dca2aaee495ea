//! The explanation, as text and as JSON.

use serde_json::json;

use super::thing::{Bare, Thing};
use crate::declare::{Explanation, explain};

#[test]
fn people_read_a_tree() {
    assert_eq!(
        explain::<Thing>().unwrap().to_string(),
        "\
Thing.example.com/v1 (namespaced), served by thing-operator
A thing.
├─ owns
│  ├─ deployment: Deployment.apps/v1, one, named {name}, after config, parts
│  ├─ config: ConfigMap.v1, one or none, named {name}-config
│  └─ parts: ConfigMap.v1, any number, each named by the operator
├─ watches
│  └─ Secret.v1 where app=web: a change runs the objects that read it
├─ reads
│  └─ Node.v1, from the server each time
├─ writes
│  ├─ things: the finalizer
│  ├─ things/status: server-side apply as thing-operator
│  ├─ configmaps: server-side apply as thing-operator, delete
│  ├─ deployments: server-side apply as thing-operator, delete
│  └─ events
├─ conditions
│  └─ Ready
├─ finalizer
│  └─ thing.example.com/finalizer
├─ webhooks
│  └─ validate
├─ woken by
│  └─ changes of generation, labels, annotations
└─ passes
   ├─ 4 at a time, each of at most 5m
   ├─ after a failure again in 5ms, doubled up to 16m40s; of all objects 10 a second, 100 at once
   ├─ of each object every 10h, also without a change
   └─ of changes once the object has been quiet for 500ms, or has changed for 5 times that
"
    );
    assert_eq!(
        explain::<Bare>().unwrap().to_string(),
        "\
Bare.example.com/v1 (cluster-scoped), served by bare-operator
├─ writes
│  └─ events
├─ woken by
│  └─ changes of generation, labels, annotations
└─ passes
   ├─ 4 at a time, each of at most 5m
   └─ after a failure again in 5ms, doubled up to 16m40s; of all objects 10 a second, 100 at once
"
    );
}

#[test]
fn programs_read_a_versioned_format() {
    let explained = explain::<Thing>().unwrap();
    let json = serde_json::to_value(&explained).unwrap();
    assert_eq!(json["version"], 1);
    assert_eq!(
        json["kind"],
        json!({ "group": "example.com", "version": "v1", "kind": "Thing", "plural": "things", "namespaced": true })
    );
    assert_eq!(
        json["owns"][1],
        json!({
            "entry": "config",
            "kind": { "group": "", "version": "v1", "kind": "ConfigMap", "plural": "configmaps", "namespaced": true },
            "arity": "optional",
            "childName": "{name}-config",
        })
    );
    assert_eq!(
        json["passes"],
        json!({
            "concurrency": 4,
            "timeout": "5m",
            "backoff": { "base": "5ms", "max": "16m40s" },
            "retryRate": { "qps": 10.0, "burst": 100 },
            "resync": "10h",
            "debounce": "500ms",
        })
    );
    assert_eq!((&json["watches"][0]["labels"], &json["reads"][0]["live"]), (&json!("app=web"), &json!(true)));
    assert_eq!(json["owns"][0]["dependsOn"], json!(["config", "parts"]));
    assert_eq!(json["crd"]["metadata"]["name"], "things.example.com");
    assert_eq!(serde_json::from_value::<Explanation>(json).unwrap(), explained);
}
