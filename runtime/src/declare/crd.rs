//! The CustomResourceDefinition of an operator.

use std::collections::BTreeMap;

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::{
    CustomResourceConversion, CustomResourceDefinition, CustomResourceDefinitionNames,
    CustomResourceDefinitionSpec, CustomResourceDefinitionVersion, CustomResourceSubresourceStatus,
    CustomResourceSubresources, CustomResourceValidation, JSONSchemaProps,
};
use kube::api::ObjectMeta;
use serde_json::{Value, json};

use super::{
    columns::{Part, columns, scale, selectable},
    declaration::{Declaration, Scope},
    facts::Described,
    schema::{Defaults, Map, PRESERVE, structural},
};
use crate::{operator::Operator, status::Status};

/// The CustomResourceDefinition that a declaration, its spec and its status make.
///
/// Two builds of the same declaration give the same bytes, and the server stores what is sent: it fills nothing in.
///
/// - Fields that Rust writes as null are accepted as null.
/// - A default in Rust is a default on the server, in nested types too. The status has none: only the operator
///   writes it, and none of its fields is required.
/// - A type inside itself is cut at the second level: below, everything is accepted and kept. So is an enum
///   whose variants are of different JSON types.
/// - Field descriptions of Kubernetes' own types are left out: two PodSpecs would not fit into a CRD.
/// - Columns: the user's, then `Ready` if there are conditions, then `Age`, unless the user's have these names.
pub fn crd<O: Operator>() -> CustomResourceDefinition {
    let declaration = O::DECLARATION;
    let fields = O::Status::FIELDS;
    let spec = structural::<O::Spec>(Defaults::Apply);
    let status = fields.map(|_| structural::<O::Status>(Defaults::Drop)).map(optional);

    let mut parts = vec![Part { name: "spec", facts: O::Spec::FACTS, schema: &spec }];
    if let Some(schema) = &status {
        parts.push(Part { name: "status", facts: O::Status::FACTS, schema });
    }
    let columns = columns(&parts, fields.map(|fields| fields.conditions));
    let scale = scale(&parts);
    let selectable_fields = selectable(&parts);
    let subresources = status.is_some().then(|| CustomResourceSubresources {
        status: Some(CustomResourceSubresourceStatus(json!({}))),
        scale,
    });
    let version = CustomResourceDefinitionVersion {
        name: declaration.version.to_owned(),
        served: true,
        storage: true,
        schema: Some(CustomResourceValidation {
            open_api_v3_schema: Some(root(declaration.description, spec, status)),
        }),
        additional_printer_columns: Some(columns),
        selectable_fields,
        subresources,
        ..Default::default()
    };
    CustomResourceDefinition {
        metadata: ObjectMeta {
            name: Some(format!("{}.{}", declaration.plural, declaration.group)),
            ..Default::default()
        },
        spec: CustomResourceDefinitionSpec {
            group: declaration.group.to_owned(),
            names: names(&declaration),
            scope: match declaration.scope {
                Scope::Namespaced => "Namespaced".to_owned(),
                Scope::Cluster => "Cluster".to_owned(),
            },
            versions: vec![version],
            // What the server fills in, said: then what is read back is what was sent.
            conversion: Some(CustomResourceConversion { strategy: "None".to_owned(), webhook: None }),
            preserve_unknown_fields: None,
        },
        status: None,
    }
}

/// A CRD as JSON for people and files: as it is sent, but with whole numbers written as such, where the typed form
/// knows floating-point numbers only.
///
/// # Errors
/// None in practice: a CRD always has a JSON form.
pub fn manifest(crd: &CustomResourceDefinition) -> Result<Value, serde_json::Error> {
    serde_json::to_value(crd).map(whole_numbers)
}

fn root(description: &str, spec: Map, status: Option<Map>) -> JSONSchemaProps {
    let mut properties = Map::from_iter([("spec".to_owned(), Value::Object(spec))]);
    properties.extend(status.map(|status| ("status".to_owned(), Value::Object(status))));
    let mut root = json!({ "type": "object", "required": ["spec"], "properties": properties });
    if !description.is_empty() {
        root["description"] = description.into();
    }
    // The keywords were all checked for the kind of their values, so this reads what it is given. Should a
    // keyword be missed, a CRD that keeps everything is better than none.
    serde_json::from_value(root).unwrap_or_else(|_| JSONSchemaProps {
        type_: Some("object".to_owned()),
        x_kubernetes_preserve_unknown_fields: Some(true),
        ..Default::default()
    })
}

fn names(declaration: &Declaration) -> CustomResourceDefinitionNames {
    let list = |names: &[&str]| {
        (!names.is_empty()).then(|| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
    };
    CustomResourceDefinitionNames {
        kind: declaration.kind.to_owned(),
        list_kind: Some(format!("{}List", declaration.kind)),
        plural: declaration.plural.to_owned(),
        singular: Some(declaration.singular.to_owned()),
        short_names: list(declaration.short_names),
        categories: list(declaration.categories),
    }
}

/// A status without required fields: the first write may come from any version of the operator.
fn optional(mut status: Map) -> Map {
    status.remove("required");
    // What is not a struct can't be a status; the server wants an object all the same.
    if status.get("type").is_none() {
        status.insert("type".to_owned(), "object".into());
        status.insert(PRESERVE.to_owned(), true.into());
    }
    status
}

fn whole_numbers(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            // Sorted, also where serde_json was built to keep another order.
            let sorted: BTreeMap<_, _> =
                object.into_iter().map(|(key, value)| (key, whole_numbers(value))).collect();
            Value::Object(sorted.into_iter().collect())
        }
        Value::Array(list) => list.into_iter().map(whole_numbers).collect(),
        Value::Number(number) if number.is_f64() => match number.as_f64() {
            // Whole, and exact in both forms.
            Some(float) if float.fract() == 0.0 && float.abs() < 9e15 => json!(float as i64),
            _ => Value::Number(number),
        },
        other => other,
    }
}
