//! References: a custom resource's schema may hold none, so each becomes a copy of what it names.

use serde_json::{Value, json};

use super::{Map, PRESERVE};

/// Copies beyond this number would make a CRD that no etcd stores (its limit is 1.5 MB). It ends the copying of
/// types that recurse through each other in too many ways.
const MOST_COPIES: usize = 10_000;

/// Kubernetes' own types, in `k8s-openapi`'s names for them.
const UPSTREAM: &str = "io.k8s.";

/// The schema with every reference replaced. A type inside itself is cut: there everything is accepted and kept.
pub(super) fn inline(schema: &Value, definitions: &Map) -> Value {
    Inliner { definitions, open: Vec::new(), copies: 0 }.schema(schema, false)
}

struct Inliner<'a> {
    definitions: &'a Map,
    /// Names of the types that surround the present place.
    open: Vec<String>,
    copies: usize,
}

impl Inliner<'_> {
    /// `upstream` drops descriptions. Those of a PodSpec alone are larger than `kubectl apply` can take, and
    /// `kubectl explain deployment.spec.template.spec` has them.
    fn schema(&mut self, schema: &Value, upstream: bool) -> Value {
        let Value::Object(object) = schema else { return schema.clone() };
        let mut out = Map::new();
        for (key, value) in object {
            let value = match (key.as_str(), value) {
                ("$ref" | "$defs", _) => continue,
                ("description", _) if upstream => continue,
                // Kubernetes asks for no metadata, and nor does the decoding of its Rust types.
                ("required", Value::Array(names)) if upstream => {
                    names.iter().filter(|name| *name != "metadata").cloned().collect()
                }
                ("properties" | "patternProperties", Value::Object(children)) => {
                    let children =
                        children.iter().map(|(name, child)| (name.clone(), self.schema(child, upstream)));
                    Value::Object(children.collect())
                }
                ("oneOf" | "anyOf" | "allOf" | "prefixItems", Value::Array(children)) => {
                    children.iter().map(|child| self.schema(child, upstream)).collect()
                }
                ("items" | "additionalProperties" | "unevaluatedProperties" | "not", child) => {
                    self.schema(child, upstream)
                }
                (_, other) => other.clone(),
            };
            out.insert(key.clone(), value);
        }
        let Some(reference) = object.get("$ref").and_then(Value::as_str) else { return Value::Object(out) };
        let target = self.definition(&decode(reference));
        if out.is_empty() {
            return target;
        }
        match out.get_mut("allOf").and_then(Value::as_array_mut) {
            Some(all) => all.push(target),
            None => drop(out.insert("allOf".to_owned(), json!([target]))),
        }
        Value::Object(out)
    }

    fn definition(&mut self, name: &str) -> Value {
        self.copies += 1;
        let definitions = self.definitions;
        let Some(definition) = definitions.get(name) else { return json!({ PRESERVE: true }) };
        if self.copies > MOST_COPIES || self.open.iter().any(|open| open == name) {
            return cut(definition);
        }
        if let Some(known) = known(name) {
            return known;
        }
        self.open.push(name.to_owned());
        let schema = self.schema(definition, name.starts_with(UPSTREAM));
        self.open.pop();
        schema
    }
}

/// What stands for a type inside itself.
fn cut(definition: &Value) -> Value {
    let mut cut = Map::from_iter([(PRESERVE.to_owned(), true.into())]);
    for key in ["type", "description"] {
        if let Some(value) = definition.get(key).filter(|value| value.is_string()) {
            cut.insert(key.to_owned(), value.clone());
        }
    }
    Value::Object(cut)
}

/// Types of Kubernetes whose published schema would lose what they hold.
fn known(name: &str) -> Option<Value> {
    match name.strip_prefix(UPSTREAM)? {
        // Metadata of an embedded template. What a person writes is checked; the rest, such as the
        // `creationTimestamp: null` of many Go clients, is kept unseen.
        "apimachinery.pkg.apis.meta.v1.ObjectMeta" => Some(json!({
            "type": "object",
            "properties": {
                "annotations": { "type": "object", "additionalProperties": { "type": "string" } },
                "finalizers": { "type": "array", "items": { "type": "string" } },
                "generateName": { "type": "string" },
                "labels": { "type": "object", "additionalProperties": { "type": "string" } },
                "name": { "type": "string" },
                "namespace": { "type": "string" },
            },
            PRESERVE: true,
        })),
        "apimachinery.pkg.runtime.RawExtension" => Some(json!({ "type": "object", PRESERVE: true })),
        "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON" => Some(Value::Bool(true)),
        _ => None,
    }
}

/// The name at the end of a reference: a JSON pointer inside a URI fragment.
fn decode(reference: &str) -> String {
    let pointer = reference.strip_prefix("#/$defs/").unwrap_or(reference);
    let mut bytes = Vec::with_capacity(pointer.len());
    let mut rest = pointer.as_bytes();
    while let [first, tail @ ..] = rest {
        let escape = (*first == b'%')
            .then(|| tail.get(..2))
            .flatten()
            .and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(escape.unwrap_or(*first));
        rest = if escape.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).replace("~1", "/").replace("~0", "~")
}
