//! `dev --check`: which samples are looked at, and what they still lack.

use crate::{
    apply,
    expect::{self, Expectation},
    explain::{Operator, Role, Watched},
    samples::{self, Sample, SampleError},
    world::{Key, World},
};

/// A sample of an operator's kind.
#[derive(Debug)]
pub(crate) struct Item {
    /// Its place.
    pub(crate) key: Key,
    /// How it is to be.
    pub(crate) expected: Vec<Expectation>,
}

/// The samples of the operators' kinds, in the order of the files. Samples of other kinds are no part of the check.
pub(crate) fn items(
    samples: &[Sample],
    operators: &[Operator],
    kinds: &[Watched],
) -> Result<Vec<Item>, SampleError> {
    let mut items = Vec::new();
    for sample in samples {
        // A sample may be of another version of the kind than the one that is watched.
        let same = |operator: &&Operator| {
            operator.resource.group == sample.group && operator.resource.kind == sample.kind
        };
        let Some(operator) = operators.iter().find(same) else { continue };
        let own = |watched: &Watched| watched.role == Role::Object && watched.resource == operator.resource;
        let Some(kind) = kinds.iter().position(own) else { continue };
        let namespace = match (operator.namespaced, &sample.namespace) {
            (false, _) => String::new(),
            (true, Some(namespace)) => namespace.clone(),
            (true, None) => apply::NAMESPACE.to_owned(),
        };
        let annotation = operator.expect_annotation();
        let field = format!("metadata.annotations[{annotation}]");
        let wrong = |reason: &str| samples::wrong(&sample.origin, &field, reason);
        let value = &sample.object["metadata"]["annotations"][&annotation];
        if !value.is_null() && !value.is_string() {
            return Err(wrong("is not a text"));
        }
        let expected = expect::parse(value.as_str()).map_err(|reason| wrong(&reason))?;
        items.push(Item { key: Key { kind, namespace, name: sample.name.clone() }, expected });
    }
    Ok(items)
}

/// What is missing, a line for each, with the object's name. Empty when all is as expected.
pub(crate) fn missing(items: &[Item], world: &World) -> Vec<String> {
    let of = |item: &Item| {
        let name = format!("{} {}", world.kind(item.key.kind).resource.kind, item.key.path());
        let lacks = expect::missing(&item.expected, world.get(&item.key));
        lacks.into_iter().map(move |text| format!("{name}: {text}"))
    };
    items.iter().flat_map(of).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use kube::runtime::watcher::Event;
    use serde_json::{Value, json};

    use super::*;
    use crate::{
        explain::tests::myapp,
        world::tests::{object, world},
    };

    /// Samples written to a file and read again.
    pub(crate) fn samples(documents: &[Value]) -> Vec<Sample> {
        let folder = tempfile::tempdir().unwrap();
        let text = documents.iter().map(|document| format!("---\n{document}\n")).collect::<String>();
        std::fs::write(folder.path().join("all.yaml"), text).unwrap();
        samples::load(folder.path()).unwrap().unwrap()
    }

    fn sample(name: &str, expect: Option<Value>) -> Value {
        let mut sample = json!({"apiVersion": "example.com/v1", "kind": "MyApp", "metadata": {"name": name}});
        if let Some(expect) = expect {
            sample["metadata"]["annotations"] = json!({"example.com/expect": expect});
        }
        sample
    }

    fn of(documents: &[Value]) -> Result<Vec<Item>, SampleError> {
        let operators = [myapp()];
        items(&samples(documents), &operators, &operators[0].watched())
    }

    #[test]
    fn only_samples_of_the_operators_kinds_are_looked_at() {
        let config = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}});
        let mut elsewhere = sample("b", None);
        elsewhere["metadata"]["namespace"] = json!("team");
        elsewhere["apiVersion"] = json!("example.com/v1alpha1");
        let items = of(&[config, sample("a", None), elsewhere]).unwrap();
        let paths: Vec<_> = items.iter().map(|item| item.key.path()).collect();
        assert_eq!(paths, ["default/a", "team/b"]);
    }

    #[test]
    fn a_wrong_annotation_names_file_document_and_field() {
        let error = of(&[sample("a", None), sample("b", Some(json!("Ready")))]).unwrap_err().to_string();
        let expected =
            "all.yaml, document 2: metadata.annotations[example.com/expect]: `Ready` is not of the form";
        assert!(error.contains(expected), "{error}");
        let error = of(&[sample("a", Some(json!(true)))]).unwrap_err().to_string();
        assert!(error.ends_with("is not a text"), "{error}");
    }

    #[test]
    fn what_is_missing_is_said_by_object() {
        let items = of(&[sample("a", None), sample("b", Some(json!("Invalid=True")))]).unwrap();
        let mut world = world();
        let app = |name: &str, type_: &str, status: &str| {
            Event::Apply(object(json!({
                "metadata": {"name": name, "namespace": "default", "uid": name, "generation": 1},
                "status": {"observedGeneration": 1, "conditions": [{"type": type_, "status": status, "reason": "R"}]},
            })))
        };
        world.on(0, app("a", "Ready", "False"));
        let expected =
            ["MyApp default/a: expected Ready=True, is Ready=False/R", "MyApp default/b: it does not exist"];
        assert_eq!(missing(&items, &world), expected);
        world.on(0, app("a", "Ready", "True"));
        world.on(0, app("b", "Invalid", "True"));
        assert_eq!(missing(&items, &world), [""; 0]);
    }
}
