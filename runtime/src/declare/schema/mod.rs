//! From Rust types to structural schemas.
//!
//! The rules are those of the [API server][1]: every node says its type, nothing is a reference, and `oneOf` and
//! its kin only constrain what the node itself spells out. schemars makes the first version, as serde reads the
//! type; [`inline`] resolves references; [`node`] rewrites bottom-up. No input makes any of them panic: what no
//! structural schema can say becomes a node that keeps unknown fields.
//!
//! [1]: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema

mod default;
mod immutable;
mod inline;
mod keywords;
mod merge;
mod node;
mod number;
mod union;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::Value;

pub(super) const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";
pub(super) const INT_OR_STRING: &str = "x-kubernetes-int-or-string";
pub(super) const LIST_TYPE: &str = "x-kubernetes-list-type";
pub(super) const LIST_MAP_KEYS: &str = "x-kubernetes-list-map-keys";
pub(super) const MAP_TYPE: &str = "x-kubernetes-map-type";

/// Rules in CEL.
pub(super) const VALIDATIONS: &str = "x-kubernetes-validations";

/// Rules of a type, with its name behind it: schemars keeps only one of two keywords of one name when it flattens a type
/// into another one.
const RULES: &str = "x-kubewright-rules-";

/// Values of an enum with what their doc comments say. Ours, and gone before anybody sees the schema.
const VARIANTS: &str = "x-kubewright-variants";

/// A list whose order means nothing, as that of a hash set. Ours, and gone as well.
const UNORDERED: &str = "x-kubewright-unordered";

/// Marks an object that keeps what it does not name. Also ours: the server's own mark would stand for a type.
const OPEN: &str = "x-kubewright-preserve-unknown";

pub(super) type Map = serde_json::Map<String, Value>;

/// Whether the server fills in what is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Defaults {
    /// As Rust does: for what users write.
    Apply,
    /// Never: for what only the operator writes. A default that the server wrote would belong to nobody.
    Drop,
}

/// The structural schema of a type.
pub(super) fn structural<T: JsonSchema>(defaults: Defaults) -> Map {
    // The contract is what serde reads, with what it writes as null taken care of by `node`.
    let mut generator = SchemaSettings::draft2020_12()
        .with(|settings| {
            settings.meta_schema = None;
            settings.transforms.clear();
        })
        .into_generator();
    let root = generator.subschema_for::<T>().to_value();
    let definitions = generator.take_definitions(false);
    let mut map = node::property(inline::inline(&root, &definitions), false);
    finish(&mut map, defaults);
    match defaults {
        Defaults::Apply => immutable::rules(&mut map),
        // Only the operator writes it.
        Defaults::Drop => immutable::forget(&mut map),
    }
    map
}

/// What can only be done when the whole tree is there.
fn finish(map: &mut Map, defaults: Defaults) {
    forget_keys_of_nothing(map);
    if defaults == Defaults::Drop {
        require_keys(map);
        map.remove("default");
    }
    map.remove(UNORDERED);
    if let Some(Value::Array(variants)) = map.remove(VARIANTS) {
        document(map, &variants);
    }
    if map.remove(OPEN).is_some() {
        map.remove("additionalProperties");
        map.insert(PRESERVE.to_owned(), true.into());
    }
    for_each_child(map, &mut |child| finish(child, defaults));
}

/// Items that were cut, because their type surrounds them, have no fields that could be keys.
fn forget_keys_of_nothing(map: &mut Map) {
    let cut = map.get("items").is_some_and(|items| {
        items.get(PRESERVE) == Some(&Value::Bool(true)) && items.get("properties").is_none()
    });
    if cut && map.remove(LIST_MAP_KEYS).is_some() {
        map.remove(LIST_TYPE);
    }
}

/// Without its default a key of a list's items has to be required.
fn require_keys(map: &mut Map) {
    let Some(Value::Array(keys)) = map.get(LIST_MAP_KEYS).cloned() else { return };
    let Some(items) = map.get_mut("items").and_then(Value::as_object_mut) else { return };
    if let Value::Array(required) = items.entry("required").or_insert_with(|| Value::Array(Vec::new())) {
        required.extend(keys);
        required.sort_by_cached_key(Value::to_string);
        required.dedup();
    }
}

/// Runs over the schemas directly below a node.
fn for_each_child(map: &mut Map, visit: &mut impl FnMut(&mut Map)) {
    for (key, value) in map.iter_mut() {
        match (key.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                properties.values_mut().filter_map(Value::as_object_mut).for_each(&mut *visit);
            }
            ("items" | "additionalProperties" | "not", Value::Object(child)) => visit(child),
            ("oneOf" | "anyOf" | "allOf", Value::Array(children)) => {
                children.iter_mut().filter_map(Value::as_object_mut).for_each(&mut *visit);
            }
            _ => {}
        }
    }
}

/// Variants' doc comments go into the description, in the form that Kubernetes' own API documents use, because a
/// structural enum has no place for them.
fn document(map: &mut Map, variants: &[Value]) {
    let lines: Vec<String> = variants
        .iter()
        .filter_map(|variant| Some(format!(" - `{}` {}", variant.get(0)?, variant.get(1)?.as_str()?)))
        .collect();
    let own = map.get("description").and_then(Value::as_str);
    let text = format!(
        "{}{}Possible enum values:\n{}",
        own.unwrap_or_default(),
        if own.is_some() { "\n\n" } else { "" },
        lines.join("\n")
    );
    map.insert("description".to_owned(), text.into());
}
