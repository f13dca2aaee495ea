//! Which of two lines is served, and what moves a key from one to the other.

use super::*;

#[test]
fn live_keys_start_before_background_keys() {
    let (queue, _) = queue(roomy());
    queue.add(&"listed", Priority::Background);
    queue.add(&"listed too", Priority::Background);
    queue.add(&"changed", Priority::Live);
    queue.add(&"changed too", Priority::Live);
    assert_eq!(run_all(&queue), ["changed", "changed too", "listed", "listed too"]);
}

#[test]
fn a_change_moves_a_listed_key_ahead() {
    let (queue, _) = queue(roomy());
    for key in ["a", "b", "c"] {
        queue.add(&key, Priority::Background);
    }
    queue.add(&"b", Priority::Live);
    assert_eq!((queue.stats().ready, queue.stats().ready_in_background), (3, 2));
    assert_eq!(now(&queue).unwrap().priority(), Priority::Live);
    assert_eq!(run_all(&queue), ["a", "c"]);
    assert_eq!(queue.stats().adds, 3);
}

#[test]
fn a_listing_does_not_move_a_changed_key_back() {
    let (queue, _) = queue(roomy());
    queue.add(&"a", Priority::Background);
    queue.add(&"b", Priority::Live);
    queue.add(&"b", Priority::Background);
    assert_eq!(run_all(&queue), ["b", "a"]);
}

#[test]
fn the_higher_priority_counts_for_a_key_in_flight_too() {
    let (queue, _) = queue(roomy());
    queue.add(&"a", Priority::Background);
    let claim = now(&queue).unwrap();
    queue.add(&"b", Priority::Background);
    queue.add(&"a", Priority::Background);
    queue.add(&"a", Priority::Live);
    queue.add(&"a", Priority::Background);
    drop(claim);
    assert_eq!(run_all(&queue), ["a", "b"]);
}

#[test]
fn background_keys_do_not_starve() {
    let clock = ManualClock::new();
    let queue = Queue::new(roomy(), Arc::new(clock));
    for key in 0..3 {
        queue.add(&key, Priority::Background);
    }
    let mut gaps = Vec::new();
    let mut live = 0;
    for key in 1000..1100 {
        queue.add(&key, Priority::Live);
        match now(&queue).unwrap().priority() {
            Priority::Live => live += 1,
            Priority::Background => gaps.push(std::mem::take(&mut live)),
        }
    }
    assert_eq!(gaps, [8; 3]);
}

#[test]
fn a_delayed_start_keeps_the_priority_of_its_pass() {
    let (queue, clock) = queue(Settings { concurrency: 2, ..roomy() });
    queue.add(&"listed", Priority::Background);
    let listed = now(&queue).unwrap();
    queue.add(&"changed", Priority::Live);
    let changed = now(&queue).unwrap();
    queue.add_after(&"listed", SECOND / 2);
    queue.add_after(&"changed", SECOND);
    drop((listed, changed));
    queue.add_after(&"asked for from outside", SECOND);
    clock.advance(SECOND);
    assert_eq!(run_all(&queue), ["changed", "asked for from outside", "listed"]);
}

/// Else those that fail for ever would take every free place first, and new ones wait behind them.
#[test]
fn a_retry_lets_live_keys_go_first() {
    let (queue, clock) = queue(Settings { concurrency: 4, ..roomy() });
    for key in ["fails", "fails too", "fails, is edited"] {
        queue.add(&key, Priority::Live);
    }
    while let Some(claim) = now(&queue) {
        claim.fail();
    }
    clock.advance(SECOND);
    queue.add(&"new", Priority::Live);
    queue.add(&"fails, is edited", Priority::Live);
    let stats = queue.stats();
    assert_eq!((stats.ready, stats.ready_in_background), (4, 2));
    let (first, second) = (now(&queue).unwrap(), now(&queue).unwrap());
    assert_eq!([*first.key(), *second.key()], ["new", "fails, is edited"]);
    drop((first, second));
    assert_eq!(HashSet::from_iter(run_all(&queue)), HashSet::from(["fails", "fails too"]));
}

#[test]
fn a_key_that_is_due_stands_before_one_that_comes_back_later() {
    let (queue, clock) = queue(roomy());
    queue.add(&"a", Priority::Live);
    let claim = now(&queue).unwrap();
    queue.add(&"a", Priority::Live);
    queue.add_after(&"b", SECOND);
    clock.advance(SECOND * 2);
    drop(claim);
    assert_eq!(run_all(&queue), ["b", "a"]);
}
