//! What the tasks of a cache ask for, when, and what they make of every kind of answer.

use std::time::Duration;

use super::{
    script::{Script, announced, bookmark, end_of_list, expired, line},
    *,
};
use crate::cache::{
    CacheSpec, Namespaces, Problem, State, Verb,
    backoff::{BASE, MAX},
};

fn thing(name: &str, version: &str) -> String {
    text(name, "u", version, "")
}

#[tokio::test]
async fn an_expired_watch_lists_anew_however_often_that_fails() {
    let mut script = Script::new();
    let cache = script.cache();
    let mut changes = cache.subscribe();
    script.list().await.page("10", &[thing("a", "1"), thing("b", "2"), thing("c", "3")], "");
    script.watch("10").await.answer(200, expired());
    let mut gaps = vec![script.delay().await];
    for _ in 0..3 {
        script.list().await.refuse(500, 0);
        gaps.push(script.delay().await);
        assert_eq!(cache.list(None, &Selector::everything()).len(), 3, "the old content stays");
    }
    assert!(gaps.windows(2).all(|pair| pair[1] > pair[0].mul_f64(1.7)), "{gaps:?}");
    let State::Failing { error, ever_synced: true } = cache.state() else { panic!("{:?}", cache.state()) };
    assert_eq!(error.to_string(), "cannot list configmaps: the server answered 500: words for 500");
    script.list().await.page("50", &[thing("a", "40"), thing("b", "2")], "");
    let _watch = script.watch("50").await;
    assert_eq!(announced(&mut changes), ["a ->1+", "b ->2+", "c ->3+", "a 1>40", "c 3>-"]);
    assert_eq!(cache.state(), State::Synced);
}

#[tokio::test]
async fn a_refused_watch_is_an_error_with_verb_kind_and_code() {
    let mut script = Script::new();
    let cache = script.cache();
    script.list().await.page("10", &[], "");
    cache.settled().await;
    for (code, retry_after, want) in [
        (403, 0, Problem::Forbidden("words for 403".into())),
        (429, 120, Problem::Refused { code: 429, message: "words for 429".into() }),
    ] {
        script.watch("10").await.refuse(code, retry_after);
        let delay = script.delay().await;
        assert!(delay >= Duration::from_secs(retry_after.into()), "{delay:?}");
        let State::Failing { error, ever_synced: true } = cache.state() else {
            panic!("{:?}", cache.state())
        };
        assert_eq!((error.verb, error.resource.as_str(), &error.problem), (Verb::Watch, "configmaps", &want));
    }
    let stream = script.watch("10").await.begin(200);
    stream.send(bookmark("11"));
    drop(stream);
    script.delay().await;
    let _watch = script.watch("11").await;
    assert_eq!(cache.state(), State::Synced, "a watch that comes up ends the failure");
}

#[tokio::test]
async fn an_absent_kind_costs_little_and_is_found_when_it_comes() {
    let mut script = Script::new();
    let cache = script.cache();
    script.list().await.answer(404, "404 page not found\n");
    cache.settled().await;
    let State::Failing { error, ever_synced: false } = cache.state() else { panic!("{:?}", cache.state()) };
    assert_eq!(error.problem, Problem::Absent);
    let (mut requests, mut passed) = (1, script.delay().await);
    while passed < Duration::from_secs(600) {
        script.list().await.refuse(404, 0);
        requests += 1;
        let delay = script.delay().await;
        assert!(delay <= MAX);
        passed += delay;
    }
    assert!(requests < 30, "{requests}");
    script.list().await.page("10", &[thing("a", "1")], "");
    cache.synced().await;
    assert_eq!((cache.state(), cache.get(&key("a")).is_some()), (State::Synced, true));
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_is_waited_for() {
    let mut script = Script::new();
    let cache = script.cache();
    drop(script.list().await);
    script.delay().await;
    assert!(matches!(cache.state(), State::Failing { ever_synced: false, .. }), "visible");
    let settled = cache.settled();
    let mut settled = std::pin::pin!(settled);
    assert!(futures::poll!(&mut settled).is_pending(), "but no answer that will stay");
    script.list().await.page("10", &[], "");
    settled.await;
}

#[tokio::test]
async fn gaps_grow_while_watches_die_at_once_and_shrink_after_one_that_lived() {
    let mut script = Script::new();
    let _cache = script.cache();
    script.list().await.page("10", &[], "");
    let mut gaps = Vec::new();
    for _ in 0..20 {
        script.watch("10").await.answer(200, "");
        gaps.push(script.delay().await);
    }
    assert!(gaps[..6].windows(2).all(|pair| pair[1] > pair[0]), "{gaps:?}");
    assert!(gaps[6..].iter().all(|gap| *gap >= MAX.mul_f64(0.9)), "{gaps:?}");
    let stream = script.watch("10").await.begin(200);
    stream.send(bookmark("10"));
    script.clock.advance(Duration::from_secs(120));
    drop(stream);
    // The server ends long watches as a matter of course: no delay, and the next failure is a first one.
    script.watch("10").await.answer(200, "");
    assert!(script.delay().await <= BASE);
}

#[tokio::test]
async fn a_watch_that_fails_delays_no_other() {
    let mut script = Script::new();
    let namespaces = Namespaces::Named(["a", "b"].map(str::to_owned).into());
    let cache = script.caches.get(&CacheSpec { namespaces, ..CacheSpec::all(reader().kind) });
    let (mut failing, mut healthy) = (script.asked().await, script.asked().await);
    if healthy.uri.contains("/namespaces/a/") {
        std::mem::swap(&mut failing, &mut healthy);
    }
    let stream = healthy.begin(200);
    stream.send(end_of_list("10"));
    for _ in 0..10 {
        failing.refuse(500, 0);
        script.delay().await;
        failing = script.asked().await;
        assert!(failing.uri.contains("/namespaces/a/"), "{}", failing.uri);
    }
    let State::Failing { error, ever_synced: false } = cache.state() else { panic!("{:?}", cache.state()) };
    assert_eq!(error.namespace.as_deref(), Some("a"));
    // By now the one waits for half a minute each time. The other has lived as long, and fails for the first time.
    drop(stream);
    let healthy = script.asked().await;
    assert!(healthy.uri.contains("/namespaces/b/"), "{}", healthy.uri);
    healthy.answer(200, "");
    assert!(script.delay().await <= BASE);
    let asked = script.asked().await;
    assert!(asked.uri.contains("/namespaces/b/"), "{}", asked.uri);
}

#[tokio::test]
async fn a_list_counts_when_its_last_page_is_there() {
    let mut script = Script::new();
    let cache = script.cache();
    let mut changes = cache.subscribe();
    let list = script.list().await;
    assert!(list.uri.contains("limit=500"), "{}", list.uri);
    list.page("10", &[thing("a", "1")], "more");
    let second = script.list().await;
    assert!(second.uri.contains("continue=more"), "{}", second.uri);
    assert_eq!((cache.state(), announced(&mut changes)), (State::Pending, vec![]));
    second.refuse(410, 0);
    script.delay().await;
    for (items, next) in [(["a", "b"], "2"), (["c", "d"], "3"), (["e", "f"], "")] {
        assert!(!matches!(cache.state(), State::Synced));
        script.list().await.page("20", &items.map(|name| thing(name, "1")), next);
    }
    cache.synced().await;
    assert_eq!(announced(&mut changes), ["a", "b", "c", "d", "e", "f"].map(|name| format!("{name} ->1+")));
    // Known objects are not deleted while a later list is under way.
    script.watch("20").await.answer(200, expired());
    script.delay().await;
    script.list().await.page("30", &[thing("a", "1")], "more");
    let second = script.list().await;
    assert_eq!(cache.list(None, &Selector::everything()).len(), 6);
    second.page("30", &["b", "c", "d", "e", "f"].map(|name| thing(name, "1")), "");
    let _watch = script.watch("30").await;
    assert_eq!(announced(&mut changes), Vec::<String>::new());
}

#[tokio::test]
async fn a_watch_goes_on_from_the_last_event_or_bookmark() {
    let mut script = Script::new();
    let cache = script.cache();
    let mut changes = cache.subscribe();
    script.list().await.page("10", &[], "");
    let lines = line("ADDED", &thing("a", "12")) + &line("MODIFIED", &thing("a", "13"));
    script.watch("10").await.answer(200, lines);
    script.delay().await;
    script.watch("13").await.answer(200, line("DELETED", &thing("a", "15")) + &bookmark("40"));
    script.delay().await;
    let _watch = script.watch("40").await;
    assert_eq!(announced(&mut changes), ["a ->12", "a 12>13", "a 13>-"]);
}

#[tokio::test]
async fn a_version_that_is_refused_again_and_again_is_given_up() {
    let mut script = Script::new();
    let _cache = script.cache();
    script.list().await.page("1000", &[], "");
    for refusal in 1..=3 {
        script.watch("1000").await.refuse(504, 0);
        script.delay().await;
        if refusal < 3 {
            script.probe().await.page("1000", &[], "");
        }
    }
    script.list().await.page("20", &[], "");
    // 410 as the answer rather than as an event, as aggregated servers give it, and a kind that vanishes.
    script.watch("20").await.refuse(410, 0);
    script.delay().await;
    script.list().await.page("30", &[], "");
    script.watch("30").await.refuse(404, 0);
    script.delay().await;
    script.list().await.page("40", &[], "");
    let _watch = script.watch("40").await;
}

#[tokio::test]
async fn specifications_share_a_cache_until_its_last_user_is_gone() {
    let mut script = Script::new();
    let (one, two) = (script.cache(), script.cache());
    assert!(Arc::ptr_eq(&one, &two));
    let list = script.list().await;
    drop(one);
    assert!(!two.kind().plural.is_empty());
    drop(two);
    list.given_up().await;
    let again = script.cache();
    script.list().await.page("10", &[thing("a", "1")], "");
    again.synced().await;
    let watch = script.watch("10").await;
    script.caches.stop().await;
    watch.given_up().await;
    assert!(again.get(&key("a")).is_some(), "still readable");
}

#[tokio::test]
async fn an_answer_that_no_event_confirms_dies_in_time() {
    let mut script = Script::new();
    let cache = script.cache();
    script.list().await.page("10", &[thing("a", "1")], "");
    let _watch = script.watch("10").await;
    let mut changes = cache.subscribe();
    cache.wrote(object("a", "u", "12"), "me");
    assert_eq!(announced(&mut changes), ["a ->1+"], "our own write wakes nobody");
    assert_eq!(cache.get(&key("a")).unwrap().meta().resource_version, "12");
    assert_eq!(script.delay().await, Duration::from_secs(30));
    let change = changes.recv().await.unwrap();
    assert_eq!(tell(&[change]), ["a 12>1"]);
}

#[tokio::test]
async fn echoes_are_for_those_who_ask() {
    let mut script = Script::new();
    let cache = script.cache();
    script.list().await.page("10", &[], "");
    let stream = script.watch("10").await.begin(200);
    let (mut plain, mut all) = (cache.subscribe(), cache.subscribe_with_echoes());
    cache.wrote(object("a", "u", "12"), "me");
    stream.send(line("ADDED", &thing("a", "12")) + &line("MODIFIED", &thing("a", "13")));
    assert_eq!(tell(&[plain.recv().await.unwrap()]), ["a 12>13"]);
    assert_eq!(announced(&mut all), ["a ->12=", "a 12>13"]);
}
