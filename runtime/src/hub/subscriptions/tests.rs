//! Subscriptions by reading.

use super::*;

fn key(name: &str) -> ObjectKey {
    ObjectKey::namespaced("ns", name)
}

fn config() -> Kind {
    Kind::of::<k8s_openapi::api::core::v1::ConfigMap>()
}

fn reads(name: &str) -> Interest {
    Interest::Object(config(), key(name))
}

fn labelled(selector: &str) -> Interest {
    Interest::Matching(config(), Some("ns".into()), selector.parse().unwrap())
}

fn object(name: &str, namespace: &str, label: &str) -> Object {
    let text = format!(
        r#"{{"metadata":{{"name":"{name}","namespace":"{namespace}","labels":{{"app":"{label}"}}}}}}"#
    );
    Object::from_slice(text.as_bytes(), &[]).unwrap()
}

#[test]
fn a_change_wakes_exactly_those_who_read_the_key() {
    let subscriptions = Subscriptions::default();
    subscriptions.add(&key("a"), &reads("config"));
    subscriptions.add(&key("b"), &reads("other"));
    let woken = subscriptions.woken_by(&config(), &key("config"), (None, None), true);
    assert_eq!(woken, HashSet::from([key("a")]));
}

#[test]
fn a_good_pass_gives_up_what_it_no_longer_reads() {
    let subscriptions = Subscriptions::default();
    subscriptions.add(&key("a"), &reads("old"));
    subscriptions.replace(&key("a"), HashSet::from([reads("new")]));
    assert!(subscriptions.woken_by(&config(), &key("old"), (None, None), true).is_empty());
    assert_eq!(subscriptions.woken_by(&config(), &key("new"), (None, None), true).len(), 1);
}

#[test]
fn a_failed_pass_keeps_the_old_and_the_new() {
    let subscriptions = Subscriptions::default();
    subscriptions.replace(&key("a"), HashSet::from([reads("old")]));
    subscriptions.add(&key("a"), &reads("new"));
    for name in ["old", "new"] {
        assert_eq!(subscriptions.woken_by(&config(), &key(name), (None, None), true).len(), 1, "{name}");
    }
}

#[test]
fn a_selector_is_matched_against_old_and_new_labels_of_its_namespace() {
    let subscriptions = Subscriptions::default();
    subscriptions.add(&key("a"), &labelled("app=x"));
    let (x, y) = (object("c", "ns", "x"), object("c", "ns", "y"));
    let wakes = |old: Option<&Object>, new: Option<&Object>| {
        !subscriptions.woken_by(&config(), &key("c"), (old, new), true).is_empty()
    };
    assert!(wakes(None, Some(&x)));
    assert!(wakes(Some(&x), Some(&y)), "it left the selection");
    assert!(wakes(Some(&x), None));
    assert!(!wakes(None, Some(&y)));
    let elsewhere = object("c", "other", "x");
    let far = ObjectKey::namespaced("other", "c");
    assert!(subscriptions.woken_by(&config(), &far, (None, Some(&elsewhere)), true).is_empty());
}

#[test]
fn nothing_stays_behind_when_an_object_is_forgotten() {
    let subscriptions = Subscriptions::default();
    subscriptions.add(&key("a"), &reads("config"));
    subscriptions.add(&key("a"), &labelled("app=x"));
    subscriptions.forget(&key("a"));
    let index = subscriptions.lock();
    assert!(index.readers.is_empty() && index.reads.is_empty() && index.matching.is_empty());
}

#[test]
fn a_change_that_is_not_wanted_wakes_those_for_whom_the_object_comes_or_goes() {
    let subscriptions = Subscriptions::default();
    subscriptions.add(&key("x"), &labelled("app=x"));
    subscriptions.add(&key("y"), &labelled("app=y"));
    subscriptions.add(&key("either"), &labelled("app in (x, y)"));
    subscriptions.add(&key("by name"), &reads("c"));
    let (x, y) = (object("c", "ns", "x"), object("c", "ns", "y"));
    let woken = |old: Option<&Object>, new: Option<&Object>| {
        let mut woken: Vec<_> =
            subscriptions.woken_by(&config(), &key("c"), (old, new), false).into_iter().collect();
        woken.sort();
        woken
    };
    assert_eq!(woken(Some(&x), Some(&y)), [key("x"), key("y")]);
    for (old, new) in [(Some(&x), Some(&x)), (None, Some(&x)), (Some(&x), None)] {
        assert_eq!(woken(old, new), []);
    }
}
