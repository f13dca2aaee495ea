//! Lists that come as events, servers that do not send such, and servers that went back to an older state.

use std::time::Duration;

use super::{
    script::{Script, announced, bookmark, end_of_list, expired, line},
    *,
};
use crate::cache::{Problem, State, Verb, request::WATCH_TIME, watch::MUTE};

fn thing(name: &str, version: &str) -> String {
    text(name, "u", version, "")
}

fn added(name: &str, version: &str) -> String {
    line("ADDED", &thing(name, version))
}

#[tokio::test]
async fn a_list_comes_as_events_and_its_watch_goes_on() {
    let mut script = Script::new();
    let cache = script.cache();
    let mut changes = cache.subscribe();
    let stream = script.stream().await.begin(200);
    stream.send(added("b", "2") + &added("a", "1") + &added("c", "3"));
    // What happens while the list is under way is part of it, and a plain bookmark is not its end.
    stream.send(line("MODIFIED", &thing("a", "11")) + &line("DELETED", &thing("c", "12")) + &bookmark("12"));
    script.idle().await;
    assert_eq!((cache.state(), announced(&mut changes)), (State::Pending, vec![]));
    stream.send(end_of_list("13"));
    cache.synced().await;
    assert_eq!(announced(&mut changes), ["a ->11+", "b ->2+"]);
    stream.send(line("MODIFIED", &thing("b", "14")) + &added("c", "15"));
    assert_eq!(tell(&[changes.recv().await.unwrap()]), ["b 2>14"]);
    assert_eq!(tell(&[changes.recv().await.unwrap()]), ["c ->15"]);
    assert_eq!(cache.state(), State::Synced);
    drop(stream);
    script.delay().await;
    let _watch = script.watch("15").await;
}

#[tokio::test]
async fn a_second_list_takes_the_place_of_the_first_at_once() {
    let mut script = Script::new();
    let cache = script.cache();
    let mut changes = cache.subscribe();
    let first = added("a", "1") + &added("b", "2") + &added("same", "3") + &end_of_list("10") + &expired();
    script.stream().await.answer(200, first);
    script.delay().await;
    let broken = script.stream().await.begin(200);
    broken.send(added("a", "40"));
    drop(broken);
    script.delay().await;
    let State::Failing { error, ever_synced: true } = cache.state() else { panic!("{:?}", cache.state()) };
    assert_eq!(error.to_string(), "cannot list configmaps: the list broke off");
    assert_eq!(view_of(&cache, "a"), "1", "the old content stays");
    let second = added("same", "3") + &added("a", "40") + &end_of_list("50");
    let stream = script.stream().await.begin(200);
    stream.send(second);
    let mut told = Vec::new();
    while told.len() < 5 {
        told.extend(tell(&[changes.recv().await.unwrap()]));
    }
    assert_eq!(told, ["a ->1+", "b ->2+", "same ->3+", "a 1>40", "b 2>-"]);
    script.idle().await;
    assert_eq!((cache.state(), announced(&mut changes)), (State::Synced, vec![]));
}

#[tokio::test]
async fn an_object_that_cannot_be_read_stops_no_list() {
    let mut script = Script::new();
    let cache = script.cache();
    let bad = |version: &str| text("a", "u", version, r#","labels":5"#);
    let stream = script.stream().await.begin(200);
    stream.send(line("ADDED", &bad("1")) + &added("b", "2") + &line("ADDED", "{}"));
    stream.send(
        added("c", "3") + &line("MODIFIED", &bad("4")).replace(r#""a""#, r#""c""#) + &end_of_list("10"),
    );
    cache.synced().await;
    let undecodable: Vec<_> = cache.undecodable().into_iter().map(|(key, _)| key.to_string()).collect();
    assert_eq!(undecodable, ["n/a", "n/c"]);
    assert_eq!((view_of(&cache, "a").as_str(), view_of(&cache, "c").as_str()), ("-", "3"));
    stream.send(line("MODIFIED", &thing("a", "11")));
    let mut changes = cache.subscribe();
    while tell(&[changes.recv().await.unwrap()]) != ["a ->11"] {}
    assert_eq!(cache.undecodable().len(), 1);
}

#[tokio::test]
async fn a_server_that_refuses_events_is_asked_for_pages_from_then_on() {
    let mut script = Script::new();
    let cache = script.cache();
    script.stream().await.refuse(422, 0);
    let asked = script.asked().await;
    assert!(!asked.is_watch(), "at once, and not as a failure: {}", asked.uri);
    assert_eq!(cache.state(), State::Pending);
    asked.page("10", &[thing("a", "1")], "");
    script.watch("10").await.answer(200, expired());
    script.delay().await;
    let asked = script.asked().await;
    assert!(!asked.is_watch(), "{}", asked.uri);
}

#[tokio::test]
async fn a_right_that_is_missing_for_events_is_looked_for_in_pages() {
    let mut script = Script::new();
    let cache = script.cache();
    script.stream().await.refuse(403, 0);
    script.list().await.page("10", &[thing("a", "1")], "");
    script.watch("10").await.refuse(403, 0);
    script.delay().await;
    let State::Failing { error, ever_synced: true } = cache.state() else { panic!("{:?}", cache.state()) };
    assert_eq!(error.verb, Verb::Watch);
    script.watch("10").await.refuse(410, 0);
    script.delay().await;
    script.stream().await.answer(200, end_of_list("20"));
    script.delay().await;
    let _watch = script.watch("20").await;
}

#[tokio::test(start_paused = true)]
async fn a_list_without_an_end_is_given_up() {
    let mut script = Script::new();
    let cache = script.cache();
    // A server that does not know the parameter: it begins with what there is, and then nothing comes.
    let stream = script.stream().await.begin(200);
    stream.send(added("a", "1"));
    script.idle().await;
    tokio::time::advance(Duration::from_secs(31)).await;
    script.delay().await;
    let State::Failing { error, ever_synced: false } = cache.state() else { panic!("{:?}", cache.state()) };
    assert!(matches!(error.problem, Problem::Unreachable(_)), "{error}");
    let asked = script.asked().await;
    assert!(!asked.is_watch(), "{}", asked.uri);
    asked.page("10", &[thing("a", "1")], "");
    cache.synced().await;
    drop(stream);
}

#[tokio::test]
async fn after_an_outage_the_server_is_asked_where_it_stands() {
    let mut script = Script::new();
    let cache = script.cache();
    let mut changes = cache.subscribe();
    script.list().await.page("1000", &[thing("a", "900"), thing("b", "20")], "");
    script.watch("1000").await.refuse(503, 0);
    script.delay().await;
    // It has only been away.
    script.probe().await.page("1000", &[thing("a", "900")], "more");
    drop(script.watch("1000").await);
    script.delay().await;
    script.probe().await.refuse(503, 0);
    script.delay().await;
    // Put back to an older state.
    script.probe().await.page("30", &[], "");
    script.list().await.page("30", &[thing("a", "12"), thing("c", "13")], "");
    let stream = script.watch("30").await.begin(200);
    assert_eq!(announced(&mut changes), ["a ->900+", "b ->20+", "a 900>12", "c ->13", "b 20>-"]);
    stream.send(line("MODIFIED", &thing("a", "31")));
    assert_eq!(tell(&[changes.recv().await.unwrap()]), ["a 12>31"]);
}

#[tokio::test]
async fn a_watch_without_a_word_may_stand_where_the_server_has_not_been() {
    let mut script = Script::new();
    let _cache = script.cache();
    script.list().await.page("1000", &[], "");
    for at in ["1000", "1040"] {
        let stream = script.watch("1000").await.begin(200);
        script.clock.advance(Duration::from_secs(75));
        drop(stream);
        script.probe().await.page(at, &[], "");
    }
    let stream = script.watch("1000").await.begin(200);
    script.clock.advance(Duration::from_secs(75));
    drop(stream);
    script.probe().await.page("999", &[], "");
    script.list().await.page("999", &[], "");
    // One bookmark is a word, though it says the same version.
    let stream = script.watch("999").await.begin(200);
    stream.send(bookmark("999"));
    script.clock.advance(Duration::from_secs(290));
    drop(stream);
    let _watch = script.watch("999").await;
}

#[tokio::test]
async fn silence_adds_up_where_something_on_the_way_ends_what_is_silent() {
    let mut script = Script::new();
    let _cache = script.cache();
    script.list().await.page("1000", &[], "");
    // A proxy that ends connections after half a minute never lets a bookmark through.
    for _ in 0..2 {
        let stream = script.watch("1000").await.begin(200);
        script.clock.advance(Duration::from_secs(31));
        drop(stream);
    }
    script.probe().await.page("1000", &[], "");
    let stream = script.watch("1000").await.begin(200);
    script.clock.advance(Duration::from_secs(31));
    drop(stream);
    // What speaks in between has the server behind it.
    let stream = script.watch("1000").await.begin(200);
    stream.send(bookmark("1000"));
    script.clock.advance(Duration::from_secs(31));
    drop(stream);
    let stream = script.watch("1000").await.begin(200);
    script.clock.advance(Duration::from_secs(31));
    drop(stream);
    let stream = script.watch("1000").await.begin(200);
    script.clock.advance(Duration::from_secs(31));
    drop(stream);
    script.probe().await.page("30", &[], "");
    let _list = script.list().await;
}

/// A watch is only cut when the bookmark of a minute did not come, which is then asked about.
#[test]
fn the_limits_of_silence_fit_together() {
    let cut = crate::client::ClientSettings::new("t").watch_silence;
    assert!(MUTE >= Duration::from_secs(60) && MUTE < cut && cut < WATCH_TIME);
}

fn view_of(cache: &crate::cache::Cache, name: &str) -> String {
    cache.get(&key(name)).map_or_else(|| "-".to_owned(), |object| object.meta().resource_version.clone())
}
