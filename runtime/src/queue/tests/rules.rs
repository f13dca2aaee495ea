//! Dedupe, exclusion, room, and what is kept of a key.

use super::*;

#[test]
fn adds_of_a_waiting_key_are_one() {
    let (queue, _) = queue(roomy());
    for key in ["a", "b", "a", "a"] {
        queue.add(&key, Priority::Live);
    }
    assert_eq!(queue.stats().adds, 2);
    assert_eq!(run_all(&queue), ["a", "b"]);
    assert_eq!(queue.stats(), Stats { adds: 2, starts: 2, ..Stats::default() });
}

#[test]
fn a_key_in_flight_is_not_claimed_again() {
    let (queue, _) = queue(roomy());
    queue.add(&"a", Priority::Live);
    let claim = now(&queue).unwrap();
    queue.add(&"a", Priority::Live);
    assert!(now(&queue).is_none());
    drop(claim);
    assert_eq!(run_all(&queue), ["a"]);
}

#[test]
fn adds_in_flight_give_one_more_start() {
    let (queue, _) = queue(roomy());
    queue.add(&"a", Priority::Live);
    let claim = now(&queue).unwrap();
    for _ in 0..3 {
        queue.add(&"a", Priority::Live);
    }
    assert_eq!(queue.stats().ready, 0, "it does not stand in line while it runs");
    drop(claim);
    assert_eq!(queue.stats().ready, 1);
    assert_eq!(run_all(&queue), ["a"]);
}

#[test]
fn no_add_in_flight_gives_no_more_start() {
    let (queue, _) = queue(roomy());
    queue.add(&"a", Priority::Live);
    drop(now(&queue).unwrap());
    assert!(now(&queue).is_none());
}

/// The course of kube#1322: with one place, changes to a key that was held back were never seen.
#[test]
fn keys_held_back_by_the_limit_are_not_forgotten() {
    let (queue, _) = queue(Settings { concurrency: 1, ..roomy() });
    queue.add(&"a", Priority::Live);
    let a = now(&queue).unwrap();
    for _ in 0..3 {
        queue.add(&"b", Priority::Live);
        assert!(now(&queue).is_none(), "the only place is taken");
    }
    drop(a);
    assert_eq!(run_all(&queue), ["b"]);
    queue.add(&"b", Priority::Live);
    assert_eq!(run_all(&queue), ["b"]);
}

#[test]
fn the_limit_holds_and_zero_is_one() {
    for (concurrency, most) in [(0, 1), (1, 1), (3, 3)] {
        let (queue, _) = queue(Settings { concurrency, ..roomy() });
        for key in ["a", "b", "c", "d", "e"] {
            queue.add(&key, Priority::Live);
        }
        let claims: Vec<_> = std::iter::from_fn(|| now(&queue)).collect();
        assert_eq!(claims.len(), most);
        assert_eq!(queue.stats().in_flight, most);
        drop(claims);
        assert_eq!(run_all(&queue).len(), 5 - most);
    }
}

#[test]
fn nothing_is_kept_of_a_key_that_is_done() {
    let (queue, clock) = queue(roomy());
    for key in ["a", "b", "c"] {
        queue.add(&key, Priority::Live);
        queue.add_after(&key, SECOND);
    }
    queue.add_after(&"d", SECOND);
    assert_eq!(queue.stats().known, 4);
    run_all(&queue);
    assert_eq!(queue.stats().known, 1);
    clock.advance(SECOND);
    run_all(&queue);
    assert_eq!(queue.stats().known, 0);
}

#[test]
fn a_failure_count_is_kept_until_forgotten() {
    let (queue, clock) = queue(roomy());
    queue.add(&"a", Priority::Live);
    for failures in 0..3 {
        clock.advance(SECOND);
        let claim = now(&queue).unwrap();
        assert_eq!(claim.failures(), failures);
        queue.retry(&"a");
        assert_eq!(queue.failures(&"a"), failures + 1);
    }
    queue.forget(&"a");
    queue.forget(&"never heard of");
    assert_eq!(queue.failures(&"a"), 0);
    clock.advance(SECOND);
    assert_eq!(run_all(&queue), ["a"], "forgetting failures does not call the retry off");
    assert_eq!(queue.stats().known, 0);
}

#[test]
fn the_end_of_a_claim_says_what_comes_next() {
    let (queue, clock) = queue(roomy());
    queue.add(&"a", Priority::Background);
    let wait = now(&queue).unwrap().fail();
    assert_eq!((queue.failures(&"a"), queue.stats().retries, queue.stats().in_flight), (1, 1, 0));
    clock.advance(wait);
    let claim = now(&queue).unwrap();
    assert_eq!((claim.failures(), claim.priority()), (1, Priority::Background));

    claim.again(SECOND);
    assert_eq!((queue.failures(&"a"), queue.stats().delayed, queue.stats().in_flight), (0, 1, 0));
    clock.advance(SECOND - Duration::from_nanos(1));
    assert!(now(&queue).is_none());
    clock.advance(Duration::from_nanos(1));
    let claim = now(&queue).unwrap();
    assert_eq!(claim.priority(), Priority::Background);

    queue.retry(&"a");
    queue.add(&"a", Priority::Live);
    claim.again(SECOND);
    let claim = now(&queue).expect("the change comes before the delay");
    assert_eq!((claim.failures(), claim.priority()), (0, Priority::Live));
    claim.succeed();
    assert_eq!(queue.stats().known, 0);
}

#[test]
fn a_claim_knows_how_long_its_key_was_ready() {
    let (queue, clock) = queue(roomy());
    queue.add(&"a", Priority::Background);
    clock.advance(SECOND);
    queue.add(&"a", Priority::Live);
    clock.advance(SECOND);
    let claim = now(&queue).unwrap();
    assert_eq!(claim.waited(), 2 * SECOND);
    queue.add(&"a", Priority::Live);
    clock.advance(SECOND);
    drop(claim);
    assert_eq!(now(&queue).unwrap().waited(), SECOND);

    queue.add_after(&"b", SECOND);
    clock.advance(3 * SECOND);
    assert_eq!(now(&queue).unwrap().waited(), 2 * SECOND, "counted from the time it was due");
}

#[test]
fn figures_tell_the_oldest_wait_and_the_longest_run() {
    let (queue, clock) = queue(Settings { concurrency: 2, ..roomy() });
    for key in ["a", "b", "c"] {
        queue.add(&key, Priority::Live);
        clock.advance(SECOND);
    }
    queue.add_after(&"d", SECOND * 60);
    let a = now(&queue).unwrap();
    clock.advance(SECOND);
    let b = now(&queue).unwrap();
    queue.add(&"a", Priority::Live);
    clock.advance(SECOND);
    queue.add(&"e", Priority::Background);
    assert_eq!(
        queue.stats(),
        Stats {
            ready: 2,
            ready_in_background: 1,
            delayed: 1,
            in_flight: 2,
            known: 5,
            adds: 5,
            retries: 0,
            starts: 2,
            oldest_wait: 3 * SECOND,
            longest_run: 2 * SECOND,
            unfinished: 3 * SECOND,
        }
    );
    drop((a, b));
}
