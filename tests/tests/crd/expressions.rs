//! Expressions of rules that the macros read, and that they refuse: a real API server says the same of them.
//!
//! The lists are in `tests/cel`; the macros' own tests read them, too.

use std::{fs, path::Path};

use kube::Client;
use serde_json::{Value, json};

/// More than this in one CRD make its rules too costly together.
const BATCH: usize = 40;

fn lines(file: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("cel").join(file)).unwrap();
    text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

async fn client() -> Option<Client> {
    let cluster = kubewright_devcluster::for_tests().await?;
    Some(cluster.client("crd-test").await.unwrap())
}

/// Those of the rules that mean nothing to the server on a value of the schema, with what it says. Nothing is stored.
/// Rules that it takes for too costly have passed its compiler.
async fn refused(client: &Client, schema: &Value, rules: &[String]) -> Vec<(String, String)> {
    let mut value = schema.clone();
    value["x-kubernetes-validations"] =
        rules.iter().map(|rule| json!({ "rule": rule, "message": "does not hold" })).collect();
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": { "name": "rules.cel.example.com" },
        "spec": {
            "group": "cel.example.com",
            "scope": "Namespaced",
            "names": { "plural": "rules", "kind": "Rule" },
            "versions": [{
                "name": "v1",
                "served": true,
                "storage": true,
                "schema": { "openAPIV3Schema": {
                    "type": "object",
                    "properties": { "spec": { "type": "object", "properties": { "value": value } } },
                } },
            }],
        },
    });
    let path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All";
    let request = http::Request::post(path).header("content-type", "application/json");
    let request = request.body(crd.to_string().into_bytes()).unwrap();
    let Err(kube::Error::Api(status)) = client.request::<Value>(request).await else { return Vec::new() };
    assert!(status.message.contains("x-kubernetes-validations["), "{}", status.message);
    let refusal = |i: usize| {
        let (_, refusal) =
            status.message.split_once(&format!("x-kubernetes-validations[{i}].rule: Invalid value"))?;
        refusal.split("x-kubernetes-validations[").next()
    };
    let refusals =
        rules.iter().enumerate().filter_map(|(i, rule)| Some((rule.clone(), refusal(i)?.to_owned())));
    refusals.collect()
}

#[tokio::test]
async fn the_server_takes_every_expression_of_the_language() {
    let Some(client) = client().await else { return };
    let expressions: Vec<String> =
        lines("language.cel").into_iter().filter(|line| !line.starts_with('~')).collect();
    // A value of any type makes a rule. The line break ends a comment.
    let rules: Vec<String> =
        expressions.iter().map(|expression| format!("[dyn({expression}\n)].size() == 1")).collect();
    for batch in rules.chunks(BATCH) {
        assert_eq!(refused(&client, &json!({ "type": "object" }), batch).await, []);
    }
}

#[tokio::test]
async fn the_server_takes_every_rule_in_the_style_of_public_crds() {
    let Some(client) = client().await else { return };
    let mut groups: Vec<(Value, Vec<String>)> = Vec::new();
    for line in lines("rules.cel") {
        match line.strip_prefix("schema: ") {
            Some(schema) => groups.push((serde_json::from_str(schema).unwrap(), Vec::new())),
            None => groups.last_mut().unwrap().1.push(line),
        }
    }
    assert!(groups.len() > 8);
    for (schema, rules) in groups {
        for batch in rules.chunks(BATCH) {
            assert_eq!(refused(&client, &schema, batch).await, []);
        }
    }
}

#[tokio::test]
async fn the_server_refuses_what_the_macros_refuse() {
    let Some(client) = client().await else { return };
    let fields = json!({ "type": "array", "maxItems": 4, "items": { "type": "string", "maxLength": 8 } });
    let schema = json!({ "type": "object", "properties": { "a": fields, "b": fields, "c": fields } });
    let rules: Vec<String> = lines("refused.cel")
        .iter()
        .map(|line| line.splitn(3, '\t').nth(2).unwrap().replace('␤', "\n"))
        .collect();
    for batch in rules.chunks(BATCH) {
        let refused = refused(&client, &schema, batch).await;
        let taken: Vec<_> =
            batch.iter().filter(|rule| refused.iter().all(|(other, _)| other != *rule)).collect();
        assert_eq!(taken, [""; 0]);
    }
}

#[tokio::test]
async fn the_server_reads_names_as_the_macros_and_the_runtime_write_them() {
    let Some(client) = client().await else { return };
    let names = lines("names.tsv");
    let field = json!({ "type": "string", "maxLength": 8 });
    let wires = names.iter().map(|line| line.split('\t').next().unwrap());
    let fields: serde_json::Map<_, _> = wires.map(|wire| (wire.to_owned(), field.clone())).collect();
    let schema = json!({ "type": "object", "properties": fields });
    let rules = names.iter().filter_map(|line| Some(format!("has(self.{})", line.split_once('\t')?.1)));
    assert_eq!(refused(&client, &schema, &rules.collect::<Vec<_>>()).await, []);
}

#[tokio::test]
async fn the_server_takes_the_selectors_that_the_macros_take() {
    let Some(client) = client().await else { return };
    for line in lines("../selectors.tsv") {
        let (good, text) = line.split_once('\t').unwrap();
        let escaped: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let path = format!("/api/v1/namespaces/default/configmaps?limit=1&labelSelector={escaped}");
        let answer = client.request::<Value>(http::Request::get(path).body(Vec::new()).unwrap()).await;
        assert_eq!(answer.is_ok(), good == "+", "{text}: {answer:?}");
    }
}
