//! The rules of both layers, one test each.

use std::time::Duration;

use super::*;
use crate::cache::overlay::LIFETIME;

#[test]
fn the_last_event_wins_without_a_look_at_versions() {
    let mut store = listed(vec![item("a", "u", "900")]);
    assert_eq!(apply(&mut store, "a", "u", "12"), ["a 900>12"], "etcd was restored");
    assert_eq!(view(&store, "a"), "12");
    assert_eq!(delete(&mut store, "a", "u", "11"), ["a 12>-"]);
    assert_eq!(view(&store, "a"), "-");
}

#[test]
fn the_first_list_is_initial_and_later_ones_tell_the_difference() {
    let mut store = Store::new(ClusterId::default(), Selector::everything(), [None]);
    assert_eq!(list(&mut store, vec![item("a", "u", "1"), item("b", "u", "2")], "5"), ["a ->1+", "b ->2+"]);
    let second = vec![item("b", "u", "2"), item("c", "u", "7")];
    assert_eq!(list(&mut store, second, "9"), ["c ->7", "a 1>-"]);
    let third = vec![item("b", "u", "2"), item("c", "other", "7")];
    assert_eq!(list(&mut store, third, "9"), ["c 7>7"], "a version alone does not make an object the same");
}

#[test]
fn a_list_that_breaks_off_changes_nothing() {
    let mut store = listed(vec![item("a", "u", "1"), item("b", "u", "2")]);
    store.apply(&None, WatchEvent::Init);
    store.apply(&None, WatchEvent::InitApply(item("a", "u", "3")));
    assert_eq!((view(&store, "a"), view(&store, "b")), ("1".into(), "2".into()), "old content stays");
    assert_eq!(
        list(&mut store, vec![item("b", "u", "2")], "20"),
        ["a 1>-"],
        "the page before Init is forgotten"
    );
}

#[test]
fn a_list_keeps_the_copy_of_what_it_knows_already() {
    let mut store = listed(vec![item("a", "u", "1")]);
    let before = store.get(&key("a")).unwrap().clone();
    list(&mut store, vec![item("a", "u", "1")], "20");
    assert!(Arc::ptr_eq(&before, store.get(&key("a")).unwrap()));
}

#[test]
fn our_write_is_seen_at_once_and_its_echo_wakes_nobody() {
    let mut store = listed(vec![item("a", "u", "5")]);
    assert!(store.wrote(object("a", "u", "12"), "me", now()));
    assert_eq!(view(&store, "a"), "12");
    assert_eq!(apply(&mut store, "a", "u", "12"), ["a 5>12="]);
    assert_eq!(apply(&mut store, "a", "u", "13"), ["a 12>13"]);
    assert_eq!(view(&store, "a"), "13");
}

#[test]
fn two_writes_in_a_row_have_two_echoes() {
    let mut store = listed(vec![item("a", "u", "5")]);
    store.wrote(object("a", "u", "12"), "me", now());
    store.wrote(object("a", "u", "14"), "me", now());
    assert_eq!(apply(&mut store, "a", "u", "12"), ["a 5>12="]);
    assert_eq!(view(&store, "a"), "14");
    assert_eq!(apply(&mut store, "a", "u", "14"), ["a 12>14="]);
    assert_eq!(store.next_expiry(), None, "nothing is left over");
}

#[test]
fn a_foreign_change_below_our_write_is_announced_though_hidden() {
    let mut store = listed(vec![item("a", "u", "5")]);
    store.wrote(object("a", "u", "12"), "me", now());
    assert_eq!(apply(&mut store, "a", "u", "11"), ["a 5>11"]);
    assert_eq!(view(&store, "a"), "12", "our answer is newer");
    assert_eq!(apply(&mut store, "a", "u", "15"), ["a 11>15"]);
    assert_eq!(view(&store, "a"), "15");
}

#[test]
fn an_event_that_came_before_our_answer_leaves_nothing_to_insert() {
    let mut store = listed(vec![item("a", "u", "5")]);
    apply(&mut store, "a", "u", "12");
    assert!(!store.wrote(object("a", "u", "12"), "me", now()), "equal");
    apply(&mut store, "a", "u", "13");
    assert!(!store.wrote(object("a", "u", "12"), "me", now()), "older");
    delete(&mut store, "a", "u", "14");
    assert!(!store.wrote(object("a", "u", "13"), "me", now()), "a deleted object does not come back");
    store.apply(&None, WatchEvent::Bookmark("20".into()));
    assert!(!store.wrote(object("b", "u", "19"), "me", now()), "the watch is past it");
    assert!(store.wrote(object("b", "u", "21"), "me", now()));
}

#[test]
fn an_older_answer_does_not_replace_a_newer_one() {
    let mut store = listed(vec![]);
    assert!(store.wrote(object("a", "u", "100"), "me", now()));
    store.wrote(object("a", "u", "99"), "me", now());
    assert_eq!(view(&store, "a"), "100", "compared as numbers are, not as text");
}

#[test]
fn some_answers_are_never_shown() {
    let mut store = listed(vec![item("a", "u", "5")]);
    assert!(!store.wrote(object("b", "u", "1"), "me", now()), "dry run");
    assert!(!store.wrote(object("b", "u", "abc"), "me", now()), "opaque version");
    let gone = text("a", "u", "12", r#","deletionTimestamp":"2026-01-01T00:00:00Z""#);
    assert!(
        !store.wrote(Object::from_slice(gone.as_bytes(), &[]).unwrap(), "me", now()),
        "a deletion in disguise"
    );
    let held = text("a", "u", "12", r#","deletionTimestamp":"2026-01-01T00:00:00Z","finalizers":["x/y"]"#);
    assert!(store.wrote(Object::from_slice(held.as_bytes(), &[]).unwrap(), "me", now()));
    let mut scoped = Store::new(ClusterId::default(), Selector::label("app", "x"), [Some("n".into())]);
    assert!(!scoped.wrote(object("a", "u", "12"), "me", now()), "without the label it is not in the scope");
    let other = text("a", "u", "12", r#","labels":{"app":"x"}"#);
    assert!(scoped.wrote(Object::from_slice(other.as_bytes(), &[]).unwrap(), "me", now()));
    let elsewhere = other.replace(r#""namespace":"n""#, r#""namespace":"m""#);
    assert!(!scoped.wrote(Object::from_slice(elsewhere.as_bytes(), &[]).unwrap(), "me", now()));
}

#[test]
fn a_deletion_event_ends_our_answer() {
    let mut store = listed(vec![item("a", "u", "5")]);
    store.wrote(object("a", "u", "12"), "me", now());
    assert_eq!(delete(&mut store, "a", "u", "11"), ["a 5>-"], "older than our answer: somebody made it anew");
    assert_eq!(view(&store, "a"), "12");
    assert_eq!(
        delete(&mut store, "a", "u", "14"),
        ["a 12>-"],
        "only our answer was shown, and it must be said"
    );
    assert_eq!(view(&store, "a"), "-");
}

#[test]
fn what_we_removed_is_hidden_until_its_deletion_comes() {
    let mut store = listed(vec![item("a", "u", "5")]);
    assert!(!store.removed(&key("a"), "another", now()), "another incarnation");
    assert!(store.removed(&key("a"), "u", now()));
    assert_eq!((view(&store, "a"), store.list(None, &Selector::everything()).len()), ("-".into(), 0));
    apply(&mut store, "a", "u", "12");
    assert_eq!(view(&store, "a"), "-", "a late event of what is gone");
    assert!(
        !store.wrote(object("a", "u", "13"), "me", now()),
        "an answer that comes after that of the deletion"
    );
    assert_eq!(view(&store, "a"), "-");
    assert_eq!(delete(&mut store, "a", "u", "14"), ["a 12>-"]);
    assert_eq!(store.next_expiry(), None);
}

#[test]
fn a_new_incarnation_ends_what_hid_the_old_one() {
    let mut store = listed(vec![item("a", "u", "5")]);
    store.removed(&key("a"), "u", now());
    assert_eq!(apply(&mut store, "a", "v", "14"), ["a 5>14"]);
    assert_eq!(view(&store, "a"), "14");
    store.removed(&key("a"), "v", now());
    assert!(store.wrote(object("a", "w", "16"), "me", now()), "made anew by ourselves");
    assert_eq!(view(&store, "a"), "16");
    delete(&mut store, "a", "v", "15");
    assert_eq!(view(&store, "a"), "16");
}

#[test]
fn a_list_ends_the_answers_that_it_reflects() {
    let mut store = listed(vec![item("a", "u", "5"), item("r", "u", "6")]);
    store.wrote(object("a", "u", "12"), "me", now());
    store.wrote(object("ghost", "u", "13"), "me", now());
    store.removed(&key("r"), "u", now());
    store.apply(&None, WatchEvent::Init);
    store.wrote(object("reflected", "u", "19"), "me", now());
    store.wrote(object("later", "u", "21"), "me", now());
    store.apply(&None, WatchEvent::InitApply(item("a", "u", "8")));
    store.apply(&None, WatchEvent::InitApply(item("r", "u", "6")));
    let told = tell(&store.apply(&None, WatchEvent::InitDone("20".into())));
    // `ghost` and `reflected` were made by us and deleted by others before any event told of them.
    let mut sorted = told.clone();
    sorted.sort();
    assert_eq!(sorted, ["a 5>8", "ghost 13>-", "r ->6", "reflected 19>-"]);
    assert_eq!(view(&store, "a"), "8", "etcd was restored: the list is right");
    assert_eq!(view(&store, "later"), "21", "newer than the list: its event will come");
    assert_eq!(apply(&mut store, "later", "u", "21"), ["later ->21="]);
}

#[test]
fn an_echo_in_a_list_is_announced_since_it_may_hide_a_foreign_change() {
    let mut store = listed(vec![item("a", "u", "5")]);
    store.wrote(object("a", "u", "12"), "me", now());
    assert_eq!(list(&mut store, vec![item("a", "u", "12")], "20"), ["a 5>12"]);
}

#[test]
fn a_removal_during_a_list_outlives_it() {
    let mut store = listed(vec![item("a", "u", "5"), item("b", "u", "6")]);
    store.apply(&None, WatchEvent::Init);
    store.removed(&key("a"), "u", now());
    store.removed(&key("b"), "u", now());
    store.apply(&None, WatchEvent::InitApply(item("a", "u", "5")));
    assert_eq!(tell(&store.apply(&None, WatchEvent::InitDone("20".into()))), ["b 6>-"]);
    assert_eq!(view(&store, "a"), "-", "the list was taken before our deletion");
    assert_eq!(delete(&mut store, "a", "u", "21"), ["a 5>-"]);
}

#[test]
fn an_answer_dies_after_its_lifetime_and_that_is_announced() {
    let mut store = listed(vec![item("a", "u", "5"), item("b", "u", "6")]);
    let start = now();
    store.wrote(object("a", "u", "12"), "me", start);
    store.removed(&key("b"), "u", start);
    assert_eq!(store.next_expiry(), Some(start + LIFETIME));
    assert!(store.expire(start + LIFETIME - Duration::from_millis(1)).is_empty());
    let mut told = tell(&store.expire(start + LIFETIME));
    told.sort();
    assert_eq!(told, ["a 12>5", "b ->6"]);
    assert_eq!((view(&store, "a"), view(&store, "b")), ("5".into(), "6".into()));
    assert_eq!(store.next_expiry(), None);
}

#[test]
fn owners_find_what_they_control_in_both_layers() {
    let owned = |name: &str, version: &str, owner: &str| {
        let owners = format!(
            r#","ownerReferences":[{{"apiVersion":"e/v1","kind":"O","name":"o","uid":"{owner}","controller":true}}]"#
        );
        text(name, "u", version, &owners)
    };
    let read = |text: &str| Object::from_slice(text.as_bytes(), &[]).unwrap();
    let mut store = listed(vec![reader().read(&owned("a", "5", "o1")).unwrap(), item("free", "u", "4")]);
    let names = |store: &Store, uid: &str| {
        store.owned_by(uid).iter().map(|object| object.meta().name.clone()).collect::<Vec<_>>()
    };
    store.wrote(read(&owned("b", "12", "o1")), "me", now());
    assert_eq!(names(&store, "o1"), ["a", "b"]);
    store.wrote(read(&owned("a", "13", "o2")), "me", now());
    assert_eq!((names(&store, "o1"), names(&store, "o2")), (vec!["b".into()], vec!["a".into()]));
    store.apply(&None, WatchEvent::Apply(reader().read(&owned("a", "14", "o3")).unwrap()));
    assert_eq!((names(&store, "o2"), names(&store, "o3")), (vec![], vec!["a".into()]));
    list(&mut store, vec![reader().read(&owned("a", "14", "o4")).unwrap()], "30");
    assert_eq!((names(&store, "o3"), names(&store, "o4")), (vec![], vec!["a".into()]));
    delete(&mut store, "a", "u", "31");
    assert!(names(&store, "o4").is_empty());
}

#[test]
fn namespaces_are_listed_apart() {
    let scopes = [Some(Arc::from("m")), Some(Arc::from("n"))];
    let mut store = Store::new(ClusterId(3), Selector::everything(), scopes.clone());
    let in_namespace = |namespace: &str| {
        let text = text("a", "u", "5", "").replace(r#""n""#, &format!("\"{namespace}\""));
        let reader = Reader { cluster: ClusterId(3), ..reader() };
        reader.read(&text).unwrap()
    };
    for (scope, namespace) in scopes.iter().zip(["m", "n"]) {
        store.apply(scope, WatchEvent::Init);
        store.apply(scope, WatchEvent::InitApply(in_namespace(namespace)));
        store.apply(scope, WatchEvent::InitDone("9".into()));
    }
    assert_eq!(store.list(None, &Selector::everything()).len(), 2);
    assert_eq!(store.list(Some("m"), &Selector::everything()).len(), 1);
    assert!(store.get(&key("a")).is_none(), "a key of another cluster");
    store.apply(&scopes[0], WatchEvent::Init);
    let told = store.apply(&scopes[0], WatchEvent::InitDone("12".into()));
    assert_eq!((told.len(), told[0].key.to_string(), told[0].key.cluster), (1, "m/a".into(), ClusterId(3)));
    assert_eq!(store.list(None, &Selector::everything()).len(), 1, "the other namespace is untouched");
}

#[test]
fn what_cannot_be_read_keeps_its_last_readable_version() {
    let bad = |version: &str| reader().read(&text("a", "u", version, r#","labels":5"#)).unwrap();
    let mut store = listed(vec![item("a", "u", "5"), item("b", "u", "6")]);
    assert!(store.apply(&None, WatchEvent::Apply(bad("12"))).is_empty());
    assert_eq!((view(&store, "a"), store.is_undecodable(&key("a"))), ("5".into(), true));
    assert!(list(&mut store, vec![bad("12"), item("b", "u", "6")], "20").is_empty(), "not a deletion");
    assert_eq!(store.undecodable().count(), 1);
    assert_eq!(apply(&mut store, "a", "u", "21"), ["a 5>21"]);
    assert_eq!(store.undecodable().count(), 0);
    store.apply(&None, WatchEvent::Apply(bad("22")));
    assert_eq!(delete(&mut store, "a", "u", "23"), ["a 21>-"]);
    assert_eq!(store.undecodable().count(), 0);
}

#[test]
fn a_late_subscriber_is_told_what_is_there() {
    let mut store = listed(vec![item("a", "u", "5"), item("b", "u", "6")]);
    store.wrote(object("c", "u", "12"), "me", now());
    store.removed(&key("b"), "u", now());
    assert_eq!(tell(&store.content()), ["a ->5+", "c ->12+"]);
    let pending = Store::new(ClusterId::default(), Selector::everything(), [None]);
    assert!(pending.content().is_empty());
}
