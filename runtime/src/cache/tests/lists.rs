//! What a list gives: both layers together, of one namespace or of all, by label, in order.

use super::*;

/// A ConfigMap of any namespace with a label.
fn labelled(namespace: &str, name: &str, version: &str, label: &str) -> String {
    let more = format!(r#","labels":{{"app":"{label}"}}"#);
    text(name, name, version, &more).replace(r#""namespace":"n""#, &format!(r#""namespace":"{namespace}""#))
}

fn names(store: &Store, namespace: Option<&str>, labels: &str) -> String {
    let found = store.list(namespace, &labels.parse().unwrap());
    let names =
        found.iter().map(|object| format!("{}@{}", object.meta().key(), object.meta().resource_version));
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_list_shows_both_layers_of_its_namespace_in_order() {
    // Namespaces that begin alike, and names that are in several.
    let grid = ["a", "ab", "b"].map(|namespace| ["x", "y", "z"].map(|name| (namespace, name)));
    let items = grid.concat().into_iter().map(|(namespace, name)| {
        reader().read(&labelled(namespace, name, "5", if name == "z" { "two" } else { "one" })).unwrap()
    });
    let mut store = listed(items.collect());
    let written = |text: String| Object::from_slice(text.as_bytes(), &[]).unwrap();
    // Our answers: one that comes, one that gains a label, one that loses it, and one that is gone.
    for text in [
        labelled("ab", "new", "20", "two"),
        labelled("ab", "x", "21", "two"),
        labelled("ab", "z", "22", "one"),
    ] {
        assert!(store.wrote(written(text), "us", now()));
    }
    assert!(store.removed(&ObjectKey::namespaced("b", "z"), "z", now()));
    for (namespace, labels, wanted) in [
        (Some("ab"), "", "ab/new@20 ab/x@21 ab/y@5 ab/z@22"),
        (Some("ab"), "app=two", "ab/new@20 ab/x@21"),
        (Some("a"), "", "a/x@5 a/y@5 a/z@5"),
        (Some("b"), "app", "b/x@5 b/y@5"),
        (Some("aa"), "", ""),
        (None, "app=two", "a/z@5 ab/new@20 ab/x@21"),
        (None, "app!=two", "a/x@5 a/y@5 ab/y@5 ab/z@22 b/x@5 b/y@5"),
    ] {
        assert_eq!(names(&store, namespace, labels), wanted, "{namespace:?} {labels}");
    }
}

#[test]
fn objects_without_a_namespace_are_in_the_list_of_all() {
    let node = |name: &str| text(name, name, "5", "").replace(r#""namespace":"n","#, "");
    let store = listed(["b", "a"].map(|name| reader().read(&node(name)).unwrap()).into());
    assert_eq!((names(&store, None, ""), names(&store, Some("n"), "")), ("a@5 b@5".into(), String::new()));
}
