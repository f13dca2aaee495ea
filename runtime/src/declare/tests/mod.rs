//! A table of Rust types and the schemas that they become.

mod crd;
mod enums;
mod explain;
mod immutable;
mod nulls;
mod rbac;
mod shapes;
mod thing;
mod upstream;

use schemars::JsonSchema;
use serde_json::{Value, json};

use super::{
    crd::manifest,
    problems::Problem,
    schema::{Defaults, structural},
};

/// The structural schema of a type, checked to be structural.
fn schema<T: JsonSchema>() -> Value {
    let schema = Value::Object(structural::<T>(Defaults::Apply));
    assert_eq!(check(&schema), [], "{schema:#}");
    schema
}

/// Problems of a schema in the place of a spec.
fn check(schema: &Value) -> Vec<Problem> {
    let crd = json!({
        "metadata": { "name": "foos.example.com" },
        "spec": {
            "group": "example.com",
            "names": { "kind": "Foo", "listKind": "FooList", "plural": "foos", "singular": "foo" },
            "scope": "Namespaced",
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": { "openAPIV3Schema": { "type": "object", "properties": { "spec": schema } } },
            }],
        },
    });
    super::problems(&serde_json::from_value(crd).unwrap())
}
