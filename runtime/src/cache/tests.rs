//! Rules of the merged view, one by one and in random order.

mod interleavings;
mod listing;
mod lists;
mod logs;
mod model;
mod rules;
mod script;
mod watching;

use std::{sync::Arc, time::Instant};

use super::{
    Selector,
    raw::{Item, Reader},
    store::{Store, WatchEvent},
};
use crate::object::{ClusterId, Kind, Object, ObjectKey};

/// A ConfigMap's text.
pub(super) fn text(name: &str, uid: &str, version: &str, more: &str) -> String {
    format!(
        r#"{{"metadata":{{"namespace":"n","name":"{name}","uid":"{uid}","resourceVersion":"{version}"{more}}},"data":{{}}}}"#
    )
}

pub(super) fn reader() -> Reader {
    let kind = Kind::of::<k8s_openapi::api::core::v1::ConfigMap>();
    Reader { cluster: ClusterId::default(), kind, managers: Arc::from([]) }
}

pub(super) fn item(name: &str, uid: &str, version: &str) -> Item {
    reader().read(&text(name, uid, version, "")).unwrap()
}

pub(super) fn object(name: &str, uid: &str, version: &str) -> Object {
    Object::from_slice(text(name, uid, version, "").as_bytes(), &[]).unwrap()
}

pub(super) fn key(name: &str) -> ObjectKey {
    ObjectKey::namespaced("n", name)
}

/// A store with one watch, its first list complete at version 10.
pub(super) fn listed(items: Vec<Item>) -> Store {
    let mut store = Store::new(ClusterId::default(), Selector::everything(), [None]);
    list(&mut store, items, "10");
    store
}

/// A list from beginning to end. Returns `key old>new` for each change.
pub(super) fn list(store: &mut Store, items: Vec<Item>, version: &str) -> Vec<String> {
    assert!(store.apply(&None, WatchEvent::Init).is_empty());
    for item in items {
        assert!(store.apply(&None, WatchEvent::InitApply(item)).is_empty(), "nothing is told before the end");
    }
    tell(&store.apply(&None, WatchEvent::InitDone(version.to_owned())))
}

pub(super) fn apply(store: &mut Store, name: &str, uid: &str, version: &str) -> Vec<String> {
    tell(&store.apply(&None, WatchEvent::Apply(item(name, uid, version))))
}

pub(super) fn delete(store: &mut Store, name: &str, uid: &str, version: &str) -> Vec<String> {
    tell(&store.apply(&None, WatchEvent::Delete(item(name, uid, version))))
}

/// `name old>new`, versions or `-`, with `+` for initial and `=` for echoes.
pub(super) fn tell(changes: &[super::Change]) -> Vec<String> {
    let version = |object: &Option<Arc<Object>>| {
        object.as_ref().map_or_else(|| "-".to_owned(), |object| object.meta().resource_version.clone())
    };
    let mark = |change: &super::Change| match (change.initial, change.echo.is_some()) {
        (true, _) => "+",
        (_, true) => "=",
        _ => "",
    };
    let line = |change| {
        format!("{} {}>{}{}", change_name(change), version(&change.old), version(&change.new), mark(change))
    };
    changes.iter().map(line).collect()
}

fn change_name(change: &super::Change) -> &str {
    &change.key.name
}

/// The version that readers see, `-` for none.
pub(super) fn view(store: &Store, name: &str) -> String {
    store.get(&key(name)).map_or_else(|| "-".to_owned(), |object| object.meta().resource_version.clone())
}

pub(super) fn now() -> Instant {
    Instant::now()
}
