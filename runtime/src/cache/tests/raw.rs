//! Reading lists and watch lines.

use kube::core::WatchEvent;

use super::*;
use crate::cache::tests::reader;

const SECRET: &str =
    r#"{"metadata":{"name":"s","namespace":"n","resourceVersion":"7","labels":5},"data":"s3cret"}"#;

#[test]
fn the_order_of_type_and_object_does_not_matter() {
    let object = r#"{"metadata":{"name":"a","namespace":"n","uid":"u","resourceVersion":"7"},"data":{"x":"1.0"},"n":1.0}"#;
    for line in [
        format!(r#"{{"type":"MODIFIED","object":{object}}}"#),
        format!(r#"{{"object":{object},"type":"MODIFIED"}}"#),
    ] {
        let event: WatchEvent<Raw> = serde_json::from_str(&line).unwrap();
        let WatchEvent::Modified(raw) = event else { panic!("{event:?}") };
        let item = reader().read(raw.text()).unwrap();
        assert_eq!((item.key.to_string().as_str(), item.version.as_str()), ("n/a", "7"));
        let want: Value = serde_json::from_str(object).unwrap();
        assert_eq!(item.object.unwrap().value(), want);
    }
}

#[test]
fn any_json_is_an_event() {
    for object in [SECRET, "null", "[1, \"x\"]", "5", "\"text\"", "{}", "18446744073709551615"] {
        for line in [
            format!(r#"{{"type":"ADDED","object":{object}}}"#),
            format!(r#"{{"object":{object},"type":"ADDED"}}"#),
        ] {
            let event: WatchEvent<Raw> = serde_json::from_str(&line).unwrap();
            let WatchEvent::Added(raw) = event else { panic!("{event:?}") };
            let left: Value = serde_json::from_str(raw.text()).unwrap();
            assert_eq!(left, serde_json::from_str::<Value>(object).unwrap());
            assert!(!format!("{raw:?}").contains("s3cret"));
        }
    }
}

#[test]
fn an_undecodable_object_keeps_its_key_and_shows_no_content() {
    let item = reader().read(SECRET).unwrap();
    assert_eq!((item.key.to_string().as_str(), item.version.as_str()), ("n/s", "7"));
    let shown = format!("{item:?} {}", item.object.as_ref().unwrap_err());
    assert!(!shown.contains("s3cret"), "{shown}");
    assert!(reader().read(r#"{"metadata":{"name":""},"data":"s3cret"}"#).is_none());
    assert!(reader().read("[]").is_none());
}

#[test]
fn one_undecodable_item_leaves_the_others_of_its_page() {
    let text = format!(
        r#"{{"kind":"SecretList","apiVersion":"v1","metadata":{{"resourceVersion":"9","continue":"more"}},
            "items":[{SECRET},{{"metadata":{{"name":"b","namespace":"n","resourceVersion":"8"}}}}]}}"#
    );
    let page: Page<'_> = serde_json::from_str(&text).unwrap();
    assert_eq!((page.metadata.resource_version.as_str(), page.metadata.next.as_deref()), ("9", Some("more")));
    let items: Vec<Item> =
        page.items.unwrap().iter().filter_map(|item| reader().read_listed(item.get())).collect();
    let readable: Vec<bool> = items.iter().map(|item| item.object.is_ok()).collect();
    assert_eq!(readable, [false, true]);
    let empty: Page<'_> =
        serde_json::from_str(r#"{"metadata":{"resourceVersion":"9"},"items":null}"#).unwrap();
    assert!(empty.items.is_none());
}

#[test]
fn listed_objects_get_the_type_that_events_carry() {
    let listed = r#" {"metadata":{"name":"b","namespace":"n"}}"#;
    let sent = r#"{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"b","namespace":"n"}}"#;
    let bodies =
        [listed, sent].map(|text| reader().read_listed(text).unwrap().object.unwrap().body().to_owned());
    assert_eq!(bodies[0], bodies[1]);
    assert!(reader().read_listed("{}").is_none());
}
