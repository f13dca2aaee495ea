//! Objects with their conditions and children, as a tree of text.

use crate::{
    check::Item,
    expect, line,
    seen::Seen,
    style::Style,
    world::{Key, World},
};

/// The tree of the samples that were checked.
pub(crate) fn of(items: &[Item], world: &World, style: Style) -> String {
    let trees: Vec<_> = items.iter().map(|item| object(item, world, style).join("\n")).collect();
    trees.join("\n")
}

fn object(item: &Item, world: &World, style: Style) -> Vec<String> {
    let name = format!("{} {}", world.kind(item.key.kind).resource.kind, item.key.path());
    let Some(seen) = world.get(&item.key) else {
        return vec![format!("{}  {}", style.strong(&name), style.bad("does not exist"))];
    };
    let expected = expect::all(&item.expected);
    let verdict = if expect::missing(&item.expected, Some(seen)).is_empty() {
        style.good(&format!("as expected: {expected}"))
    } else {
        style.bad(&format!("not as expected: {expected}"))
    };
    let mut conditions: Vec<_> = seen.conditions.iter().collect();
    // The one that people look for comes first.
    conditions.sort_by_key(|(type_, _)| *type_ != "Ready");
    let mut branches: Vec<_> =
        conditions.iter().map(|(type_, condition)| line::condition(type_, condition, style)).collect();
    branches.extend(world.children(seen).map(|(key, seen)| child(key, seen, &item.key, world, style)));
    let mut lines = vec![format!("{}  {verdict}", style.strong(&name))];
    let last = branches.len().saturating_sub(1);
    lines.extend(branches.iter().enumerate().map(|(index, branch)| {
        let stem = if index == last { "└─" } else { "├─" };
        format!("{stem} {branch}")
    }));
    lines
}

fn child(key: &Key, seen: &Seen, owner: &Key, world: &World, style: Style) -> String {
    // The owner's namespace goes without saying.
    let path = if key.namespace == owner.namespace { key.name.clone() } else { key.path() };
    let name = format!("{} {path}", world.kind(key.kind).resource.kind);
    match &seen.readiness {
        _ if seen.deleting => format!("{name}  {}", style.waiting("is being deleted")),
        Some(readiness) if readiness.ready => format!("{name}  {}", style.good(&readiness.text)),
        Some(readiness) => format!("{name}  {}", style.waiting(&readiness.text)),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use kube::runtime::watcher::Event;
    use serde_json::{Value, json};

    use super::*;
    use crate::world::tests::{object, world};

    fn item(name: &str, expected: &str) -> Item {
        let key = Key { kind: 0, namespace: "default".to_owned(), name: name.to_owned() };
        Item { key, expected: expect::parse(Some(expected)).unwrap() }
    }

    fn child(name: &str, more: Value) -> Event<kube::api::DynamicObject> {
        let mut child = json!({"metadata": {"name": name, "namespace": "default", "uid": name, "generation": 1,
            "ownerReferences": [{"apiVersion": "example.com/v1", "kind": "MyApp", "name": "plain", "uid": "1", "controller": true}]}});
        child.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        Event::Apply(object(child))
    }

    #[test]
    fn an_object_its_conditions_and_its_children() {
        let mut world = world();
        world.on(0, Event::Apply(object(json!({
            "metadata": {"name": "plain", "namespace": "default", "uid": "1", "generation": 1},
            "status": {"observedGeneration": 1, "conditions": [
                {"type": "Ready", "status": "True", "reason": "AllReady", "message": "all children are ready"},
                {"type": "Progressing", "status": "False", "reason": "Settled", "message": ""}]},
        }))));
        let status = json!({"observedGeneration": 1, "readyReplicas": 1, "updatedReplicas": 1});
        world.on(1, child("plain", json!({"spec": {"replicas": 1}, "status": status})));
        world.on(2, child("plain", json!({"spec": {"type": "ClusterIP"}})));
        let tree = of(&[item("plain", "Ready=True"), item("gone", "Ready=True")], &world, Style::plain());
        let expected = "\
MyApp default/plain  as expected: Ready=True
├─ Ready=True AllReady  all children are ready
├─ Progressing=False Settled
├─ Deployment plain  ready 1/1
└─ Service plain
MyApp default/gone  does not exist";
        assert_eq!(tree, expected);
        let tree = of(&[item("plain", "Invalid=True/TooMany")], &world, Style::plain());
        assert!(tree.starts_with("MyApp default/plain  not as expected: Invalid=True/TooMany\n"), "{tree}");
    }
}
