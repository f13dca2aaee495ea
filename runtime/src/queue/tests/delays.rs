//! Delayed adds, retries and debounce.

use super::*;

const YEARS: Duration = Duration::from_secs(10 * 365 * 24 * 3600);

#[test]
fn a_delayed_key_starts_when_its_time_has_come() {
    let (queue, clock) = queue(roomy());
    queue.add_after(&"a", SECOND);
    assert_eq!(queue.stats().delayed, 1);
    clock.advance(SECOND - Duration::from_nanos(1));
    assert!(now(&queue).is_none());
    clock.advance(Duration::from_nanos(1));
    assert_eq!(run_all(&queue), ["a"]);
}

#[test]
fn the_earliest_of_several_times_wins() {
    for delays in [[3, 1, 2], [1, 2, 3], [3, 2, 1]] {
        let (queue, clock) = queue(roomy());
        for seconds in delays {
            queue.add_after(&"a", SECOND * seconds);
        }
        assert_eq!(queue.stats().delayed, 1);
        clock.advance(SECOND);
        assert_eq!(run_all(&queue), ["a"]);
        clock.advance(SECOND * 10);
        assert!(now(&queue).is_none(), "the later times went with the earliest");
    }
}

#[test]
fn delayed_keys_start_in_the_order_of_their_times() {
    let (queue, clock) = queue(roomy());
    for (key, seconds) in [("c", 3), ("a", 1), ("d", 3), ("b", 2)] {
        queue.add_after(&key, SECOND * seconds);
    }
    clock.advance(SECOND * 10);
    assert_eq!(run_all(&queue), ["a", "b", "c", "d"]);
}

#[test]
fn an_add_takes_the_delay_with_it() {
    let (queue, clock) = queue(roomy());
    queue.add_after(&"a", SECOND);
    queue.add(&"a", Priority::Live);
    assert_eq!(run_all(&queue), ["a"]);
    clock.advance(SECOND);
    assert!(now(&queue).is_none());
}

#[test]
fn a_delayed_add_of_a_ready_key_is_dropped() {
    let (queue, clock) = queue(roomy());
    queue.add(&"a", Priority::Live);
    queue.add_after(&"a", SECOND);
    let claim = now(&queue).unwrap();
    queue.add(&"a", Priority::Live);
    queue.add_after(&"a", SECOND);
    drop(claim);
    assert_eq!(run_all(&queue), ["a"]);
    clock.advance(SECOND);
    assert!(now(&queue).is_none());
}

#[test]
fn no_delay_is_an_add() {
    let (queue, _) = queue(roomy());
    queue.add_after(&"a", Duration::ZERO);
    let claim = now(&queue).unwrap();
    queue.add_after(&"a", Duration::ZERO);
    drop(claim);
    assert_eq!(run_all(&queue), ["a"]);
}

#[test]
fn a_time_that_comes_in_flight_gives_one_more_start() {
    let (queue, clock) = queue(roomy());
    queue.add(&"a", Priority::Live);
    let claim = now(&queue).unwrap();
    queue.add_after(&"a", SECOND);
    clock.advance(SECOND * 2);
    assert!(now(&queue).is_none());
    drop(claim);
    assert_eq!(run_all(&queue), ["a"]);
}

/// The course of kube#1772.
#[test]
fn endless_delays_are_clamped_and_disturb_nobody() {
    let (queue, clock) = queue(Settings {
        backoff: Backoff { base: Duration::MAX, max: Duration::MAX },
        debounce: None,
        ..roomy()
    });
    queue.add_after(&"for ever", Duration::MAX);
    queue.add_after(&"ten years", YEARS);
    assert_eq!(queue.retry(&"failed"), MAX_DELAY);
    queue.add_after(&"soon", SECOND);
    clock.advance(SECOND);
    assert_eq!(run_all(&queue), ["soon"]);
    clock.advance(MAX_DELAY);
    assert_eq!(run_all(&queue), ["for ever", "ten years", "failed"]);
}

#[test]
fn waits_double_up_to_the_cap_and_start_again_after_success() {
    let backoff = Backoff { base: MILLI * 100, max: SECOND };
    let (queue, clock) = queue(Settings { backoff, ..roomy() });
    let mut rounds = Vec::new();
    for _ in 0..2 {
        let mut waits = Vec::new();
        for _ in 0..7 {
            let wait = queue.retry(&"a");
            clock.advance(wait - Duration::from_nanos(1));
            assert!(now(&queue).is_none());
            clock.advance(Duration::from_nanos(1));
            assert!(now(&queue).is_some());
            waits.push(wait);
        }
        queue.forget(&"a");
        rounds.push(waits);
    }
    for waits in rounds {
        for (wait, nominal) in waits.iter().zip([100, 200, 400, 800, 1000, 1000, 1000]) {
            let nominal = MILLI * nominal;
            assert!((nominal..=nominal * 11 / 10).contains(wait), "{wait:?} is not {nominal:?}");
        }
    }
}

#[test]
fn two_operators_with_different_seeds_do_not_retry_together() {
    let waits = |seed| {
        let (queue, _) = queue(Settings { seed, ..roomy() });
        (0..10).map(|_| queue.retry(&"a")).collect::<Vec<_>>()
    };
    assert_eq!(waits(Some(1)), waits(Some(1)));
    assert_ne!(waits(Some(1)), waits(Some(2)));
    assert_ne!(waits(None), waits(None));
}

fn limited(qps: f64, burst: u32) -> Settings {
    Settings { retry_rate: RetryRate { qps, burst }, ..roomy() }
}

#[test]
fn many_failing_keys_share_the_rate() {
    let clock = ManualClock::new();
    let queue = Queue::new(limited(10.0, 100), Arc::new(clock.clone()));
    for key in 0..200 {
        queue.retry(&key);
    }
    clock.advance(MILLI * 50);
    assert_eq!(run_all(&queue).len(), 100, "the burst");
    for second in 1..=10 {
        clock.advance(SECOND);
        assert_eq!(run_all(&queue).len(), 10, "second {second}");
    }
    assert_eq!(queue.stats().delayed, 0);
}

#[test]
fn requeues_and_changes_do_not_use_up_the_rate() {
    let (queue, clock) = queue(limited(1.0, 1));
    for _ in 0..100 {
        queue.add(&"a", Priority::Live);
        run_all(&queue);
        queue.add_after(&"a", MILLI);
        clock.advance(MILLI);
        run_all(&queue);
    }
    assert!(queue.retry(&"a") < SECOND / 10);
}

/// Otherwise events of failing objects would push every retry hours away.
#[test]
fn a_retry_that_an_event_overtakes_gives_its_place_back() {
    let (queue, _) = queue(limited(1.0, 1));
    for _ in 0..100 {
        queue.retry(&"a");
        queue.retry(&"a");
        queue.add(&"a", Priority::Live);
        queue.retry(&"a");
        run_all(&queue);
    }
    queue.forget(&"a");
    assert!(queue.retry(&"a") < SECOND / 10);
    assert!(queue.retry(&"b") >= SECOND - MILLI);
}

#[test]
fn a_failure_of_a_key_that_changed_meanwhile_still_counts() {
    let (queue, clock) = queue(roomy());
    queue.add(&"a", Priority::Live);
    let claim = now(&queue).unwrap();
    queue.add(&"a", Priority::Live);
    queue.retry(&"a");
    drop(claim);
    let claim = now(&queue).unwrap();
    assert_eq!(claim.failures(), 1);
    drop(claim);
    clock.advance(YEARS);
    assert!(now(&queue).is_none());
}

fn debounced() -> (Names, ManualClock) {
    queue(Settings { debounce: Some(SECOND), ..roomy() })
}

#[test]
fn a_debounced_key_starts_when_it_has_been_quiet() {
    let (queue, clock) = debounced();
    queue.add(&"a", Priority::Live);
    clock.advance(MILLI * 600);
    queue.add(&"a", Priority::Live);
    clock.advance(MILLI * 600);
    assert!(now(&queue).is_none());
    assert_eq!(queue.stats().delayed, 1);
    clock.advance(MILLI * 400);
    assert_eq!(run_all(&queue), ["a"]);
}

#[test]
fn a_hot_key_starts_in_spite_of_the_debounce() {
    let (queue, clock) = debounced();
    let mut starts = Vec::new();
    for tenth in 0..100 {
        queue.add(&"a", Priority::Live);
        clock.advance(SECOND / 10);
        if !run_all(&queue).is_empty() {
            starts.push(tenth + 1);
        }
    }
    assert_eq!(starts, [50, 100]);
}

#[test]
fn a_listed_key_is_not_debounced_unless_it_changes() {
    let (queue, clock) = debounced();
    queue.add(&"a", Priority::Background);
    assert_eq!(run_all(&queue), ["a"]);

    queue.add(&"a", Priority::Live);
    queue.add(&"a", Priority::Background);
    assert!(now(&queue).is_none(), "the window of the change stays open");
    clock.advance(SECOND);
    assert_eq!(now(&queue).unwrap().priority(), Priority::Live);
}

#[test]
fn debounce_holds_for_a_key_in_flight_too() {
    let (queue, clock) = debounced();
    queue.add(&"a", Priority::Background);
    let claim = now(&queue).unwrap();
    queue.add(&"a", Priority::Live);
    drop(claim);
    assert!(now(&queue).is_none());
    clock.advance(SECOND);
    let claim = now(&queue).unwrap();
    assert_eq!(claim.priority(), Priority::Live);
    queue.add(&"a", Priority::Live);
    clock.advance(SECOND);
    drop(claim);
    assert_eq!(run_all(&queue), ["a"]);
}

#[test]
fn a_due_requeue_does_not_wait_for_the_debounce() {
    let (queue, clock) = debounced();
    queue.add(&"a", Priority::Live);
    queue.add_after(&"a", SECOND / 2);
    clock.advance(SECOND / 2);
    assert_eq!(run_all(&queue), ["a"]);
    clock.advance(SECOND);
    assert!(now(&queue).is_none(), "that start answered the add");
}
