//! The walk on hand-written entries, and on generated ones that the entry is derived from.

use proptest::prelude::*;
use serde_json::json;

use super::*;

fn lost(desired: &Value, fields: &Value) -> Vec<String> {
    uncovered(desired, fields).iter().map(Path::to_string).collect()
}

#[test]
fn the_rules_one_by_one() {
    let rows = [
        ("a leaf", json!({"spec": {"a": 1}}), json!({"f:spec": {"f:a": {}}}), vec![]),
        ("a lost leaf", json!({"spec": {"a": 1, "b": 2}}), json!({"f:spec": {"f:a": {}}}), vec!["spec.b"]),
        ("an atomic value", json!({"spec": {"a": {"b": [1]}}}), json!({"f:spec": {"f:a": {}}}), vec![]),
        (
            "an empty node covers all below",
            json!({"spec": {"a": {"b": 1, "c": 2}}}),
            json!({"f:spec": {}}),
            vec![],
        ),
        (
            "a lost object is one path",
            json!({"s": {"a": {"b": 1}, "c": 2}}),
            json!({"f:s": {"f:c": {}}}),
            vec!["s.a"],
        ),
        ("dot covers empty", json!({"s": {"a": {}}}), json!({"f:s": {"f:a": {".": {}}}}), vec![]),
        (
            "dot covers no child",
            json!({"s": {"a": {"b": 1}}}),
            json!({"f:s": {"f:a": {".": {}}}}),
            vec!["s.a"],
        ),
        ("an empty list", json!({"s": {"env": [], "a": 1}}), json!({"f:s": {"f:a": {}}}), vec![]),
        (
            "an empty object",
            json!({"s": {"emptyDir": {}, "a": 1}}),
            json!({"f:s": {"f:a": {}}}),
            vec!["s.emptyDir"],
        ),
        (
            "a set",
            json!({"metadata": {"finalizers": ["a/b", "c/d"]}}),
            json!({"f:metadata": {"f:finalizers": {"v:\"a/b\"": {}}}}),
            vec!["metadata.finalizers[1]"],
        ),
        (
            "positions",
            json!({"s": [{"x": 1}, {"x": 2}]}),
            json!({"f:s": {"i:0": {"f:x": {}}, "i:1": {".": {}}}}),
            vec!["s[1]"],
        ),
        (
            "keys with dots",
            json!({"metadata": {"labels": {"app.kubernetes.io/name": "x"}, "annotations": {"a/b": "c"}}}),
            json!({"f:metadata": {"f:labels": {"f:app.kubernetes.io/name": {}}}}),
            vec!["metadata.annotations"],
        ),
        (
            "a foreign item beside ours",
            json!({"c": [{"name": "app", "image": "x"}]}),
            json!({"f:c": {"k:{\"name\":\"app\"}": {".": {}, "f:name": {}, "f:image": {}}}}),
            vec![],
        ),
        (
            "no entry at all",
            json!({"metadata": {"name": "n"}, "data": {"a": "b"}}),
            json!(null),
            vec!["data"],
        ),
    ];
    for (name, desired, fields, expected) in rows {
        assert_eq!(lost(&desired, &fields), expected, "{name}");
    }
}

#[test]
fn identity_and_guards_are_passed_over() {
    let desired = json!({
        "apiVersion": "v1", "kind": "ConfigMap", "data": {"a": "b"},
        "metadata": {"name": "n", "namespace": "s", "uid": "u", "resourceVersion": "1"},
    });
    assert_eq!(lost(&desired, &json!({"f:data": {"f:a": {}}})), Vec::<String>::new());
}

#[test]
fn a_defaulted_key_counts_as_equal_but_takes_no_other_items_node() {
    let desired = json!({"ports": [{"port": 53}, {"port": 53, "protocol": "UDP"}]});
    let node = |protocol: &str| format!("k:{{\"port\":53,\"protocol\":\"{protocol}\"}}");
    let item = json!({".": {}, "f:port": {}, "f:protocol": {}});
    assert_eq!(
        lost(&desired, &json!({"f:ports": {node("TCP"): item, node("UDP"): item}})),
        Vec::<String>::new()
    );
    assert_eq!(lost(&desired, &json!({"f:ports": {node("UDP"): item}})), ["ports[0]"]);
    assert_eq!(lost(&desired, &json!({"f:ports": {node("TCP"): item}})), ["ports[1]"]);
}

#[test]
fn raw_entries() {
    let desired = json!({"data": {"a": "b"}});
    assert_eq!(uncovered_raw(&desired, Some(r#"{"f:data":{"f:a":{}}}"#)).unwrap(), []);
    assert_eq!(uncovered_raw(&desired, None).unwrap(), [Path::parse("data")]);
    assert!(uncovered_raw(&desired, Some("{")).is_err());
}

/// A desired value together with how its schema makes the server own it.
#[derive(Clone, Debug)]
enum Tree {
    Scalar(i64),
    EmptyObject,
    EmptyList,
    Atomic(Vec<i64>),
    Set(Vec<String>),
    Object(Vec<(String, Tree)>),
    Keyed(Vec<(String, Vec<(String, Tree)>)>),
}

fn names() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::btree_set("[a-e]", 1..4).prop_map(|set| set.into_iter().collect())
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(Tree::Scalar),
        Just(Tree::EmptyObject),
        Just(Tree::EmptyList),
        proptest::collection::vec(any::<i64>(), 1..3).prop_map(Tree::Atomic),
        names().prop_map(Tree::Set),
    ];
    leaf.prop_recursive(4, 40, 4, |inner| {
        let members = proptest::collection::btree_map("[a-j/.]{1,4}", inner, 1..4)
            .prop_map(|map| map.into_iter().collect::<Vec<_>>());
        prop_oneof![
            members.clone().prop_map(Tree::Object),
            (names(), members).prop_map(|(names, members)| {
                Tree::Keyed(names.into_iter().map(|name| (name, members.clone())).collect())
            }),
        ]
    })
}

/// Builds desired value and entry of a tree; the leaf numbered `drop` is left out of the entry, and where the walk
/// must say so is noted: at the highest node that vanishes with the leaf.
struct Build {
    drop: Option<usize>,
    leaves: usize,
    at: Path,
    expected: Option<Path>,
}

impl Build {
    fn leaf(&mut self) -> Option<Value> {
        self.leaves += 1;
        if self.drop == Some(self.leaves - 1) {
            self.expected = Some(self.at.clone());
            return None;
        }
        Some(json!({}))
    }

    fn under<T>(&mut self, segment: Segment, build: impl FnOnce(&mut Self) -> T) -> T {
        self.at.push(segment);
        let built = build(self);
        self.at.pop();
        built
    }

    fn node(&mut self, entries: Map<String, Value>) -> Option<Value> {
        if entries.keys().all(|key| key == ".") {
            self.expected = Some(self.at.clone());
            return None;
        }
        Some(Value::Object(entries))
    }

    fn members(
        &mut self,
        members: &[(String, Tree)],
        desired: &mut Map<String, Value>,
        fields: &mut Map<String, Value>,
    ) {
        for (key, tree) in members {
            let (value, node) = self.under(Segment::Key(key.clone()), |build| build.tree(tree));
            desired.insert(key.clone(), value);
            if let Some(node) = node {
                fields.insert(format!("f:{key}"), node);
            }
        }
    }

    fn tree(&mut self, tree: &Tree) -> (Value, Option<Value>) {
        match tree {
            Tree::Scalar(number) => (json!(number), self.leaf()),
            Tree::EmptyObject => (json!({}), self.leaf()),
            // Leaves no trace and is no leaf, but must not make its parent look lost.
            Tree::EmptyList => (json!([]), Some(json!({".": {}}))),
            Tree::Atomic(items) => (json!(items), self.leaf()),
            Tree::Set(items) => {
                let mut fields = Map::new();
                for (index, item) in items.iter().enumerate() {
                    if let Some(leaf) = self.under(Segment::Index(index), Self::leaf) {
                        fields.insert(format!("v:{}", json!(item)), leaf);
                    }
                }
                (json!(items), self.node(fields))
            }
            Tree::Object(members) => {
                let (mut desired, mut fields) = (Map::new(), Map::new());
                self.members(members, &mut desired, &mut fields);
                (Value::Object(desired), self.node(fields))
            }
            Tree::Keyed(items) => {
                let (mut list, mut fields) = (Vec::new(), Map::new());
                for (index, (name, members)) in items.iter().enumerate() {
                    let mut desired = Map::from_iter([("key".to_owned(), json!(name))]);
                    let mut node = Map::from_iter([(".".to_owned(), json!({}))]);
                    self.under(Segment::Index(index), |build| {
                        if let Some(key) = build.under(Segment::Key("key".to_owned()), Self::leaf) {
                            node.insert("f:key".to_owned(), key);
                        }
                        build.members(members, &mut desired, &mut node);
                    });
                    list.push(Value::Object(desired));
                    fields.insert(format!("k:{}", json!({"key": name})), Value::Object(node));
                }
                (Value::Array(list), self.node(fields))
            }
        }
    }
}

fn build(tree: &Tree, drop: Option<usize>) -> (Value, Value, usize, Option<Path>) {
    let mut build = Build { drop, leaves: 0, at: Path::default(), expected: None };
    let (desired, fields) = build.under(Segment::Key("spec".to_owned()), |build| build.tree(tree));
    let fields = fields.map_or_else(|| json!({"f:other": {}}), |fields| json!({"f:spec": fields}));
    (json!({"spec": desired}), fields, build.leaves, build.expected)
}

proptest! {
    #[test]
    fn a_body_is_covered_by_its_own_entry_and_misses_exactly_the_leaf_that_was_taken(tree in tree()) {
        let (desired, fields, leaves, _) = build(&tree, None);
        prop_assert_eq!(uncovered(&desired, &fields), vec![]);
        for leaf in 0..leaves {
            let (desired, fields, _, expected) = build(&tree, Some(leaf));
            prop_assert_eq!(uncovered(&desired, &fields), vec![expected.unwrap()], "leaf {} of {}", leaf, fields);
        }
    }
}
