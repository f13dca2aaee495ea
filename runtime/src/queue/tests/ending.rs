//! Panics, shutdown, and waiting for the end of the work.

use super::*;

#[tokio::test]
async fn a_panic_releases_the_claim() {
    let (queue, _) = queue(Settings { concurrency: 1, ..roomy() });
    queue.add(&"a", Priority::Live);
    let task = {
        let queue = queue.clone();
        tokio::spawn(async move {
            let claim = queue.next().await.unwrap();
            queue.add(claim.key(), Priority::Live);
            panic!("in the middle of a pass (wanted by this test)");
        })
    };
    assert!(task.await.unwrap_err().is_panic());
    assert_eq!(queue.stats().in_flight, 0);
    assert_eq!(run_all(&queue), ["a"]);
}

#[test]
fn after_the_end_nothing_starts() {
    let (queue, clock) = queue(roomy());
    queue.add(&"running", Priority::Live);
    let claim = now(&queue).unwrap();
    queue.add(&"running", Priority::Live);
    queue.add(&"ready", Priority::Live);
    queue.add_after(&"delayed", SECOND);
    queue.retry(&"failed");
    queue.shut_down();
    assert_eq!(queue.stats().ready + queue.stats().delayed, 0);

    assert!(queue.next().now_or_never().unwrap().is_none(), "None, not a wait");
    assert!(queue.drained().now_or_never().is_none());
    queue.add(&"late", Priority::Live);
    queue.add_after(&"late", SECOND);
    assert!(queue.retry(&"running") >= MILLI * 5, "the caller still gets a delay to report");
    drop(claim);
    clock.advance(SECOND * 100);
    assert!(queue.next().now_or_never().unwrap().is_none());
    assert!(queue.drained().now_or_never().is_some());
    assert!(queue.idle().now_or_never().is_some());
    queue.forget(&"failed");
    assert_eq!(queue.stats().known, 0);
    queue.shut_down();
}

#[tokio::test]
async fn drained_and_idle_wait_for_the_last_claim() {
    let (queue, clock) = queue(roomy());
    queue.drained().await;
    queue.idle().await;
    queue.add(&"a", Priority::Live);
    queue.drained().await;
    assert!(queue.idle().now_or_never().is_none(), "a key is ready");
    let a = queue.next().await.unwrap();
    queue.add(&"b", Priority::Live);
    queue.add_after(&"c", SECOND);
    let b = queue.next().await.unwrap();
    assert!(queue.drained().now_or_never().is_none());

    let waits = tokio::spawn({
        let queue = queue.clone();
        async move { tokio::join!(queue.drained(), queue.idle()) }
    });
    drop(a);
    assert!(queue.idle().now_or_never().is_none());
    drop(b);
    waits.await.unwrap();
    clock.advance(SECOND);
    assert!(queue.idle().now_or_never().is_none(), "a time that has come counts as ready");
}

#[test]
fn a_failure_that_is_not_the_keys_waits_for_so_long_at_most_and_still_for_the_retry_rate() {
    let rate = RetryRate { qps: 1.0, burst: 1 };
    let (queue, clock) = queue(Settings { retry_rate: rate, ..roomy() });
    queue.add(&"a", Priority::Live);
    let mut waits = Vec::new();
    for _ in 0..20 {
        let delay = now(&queue).unwrap().fail_within(SECOND * 10);
        waits.push(delay);
        clock.advance(delay);
    }
    assert!(waits.iter().all(|wait| *wait <= SECOND * 11), "{waits:?}");
    assert!(waits[19] >= SECOND * 10, "{waits:?}");
    let kept = now(&queue).unwrap();
    assert_eq!(kept.failures(), 20);
    assert!(kept.fail() > SECOND * 900, "what comes next is the key's own again");

    for key in ["b", "c", "d"] {
        queue.add(&key, Priority::Live);
        now(&queue).unwrap().fail_within(MILLI);
    }
    clock.advance(SECOND);
    assert!(run_all(&queue).len() < 3, "three at once are more than the rate allows");
}
