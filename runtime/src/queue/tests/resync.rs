//! Looks at every key now and then.

use super::*;

#[test]
fn a_resync_comes_in_the_last_tenth_of_its_period_and_in_the_background() {
    let (queue, clock) = queue(roomy());
    let names: Vec<&'static str> = (0..500).map(|i| &*i.to_string().leak()).collect();
    for name in &names {
        queue.resync(name, SECOND * 1000);
    }
    clock.advance(SECOND * 900 - Duration::from_nanos(1));
    assert!(now(&queue).is_none());
    let mut most = 0;
    let mut seen = Vec::new();
    for _ in 0..100 {
        clock.advance(SECOND);
        assert_eq!(queue.stats().ready, queue.stats().ready_in_background);
        let woken = run_all(&queue);
        most = most.max(woken.len());
        seen.extend(woken);
    }
    clock.advance(Duration::from_nanos(1));
    seen.extend(run_all(&queue));
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), names.len());
    assert!(most < 20, "{most} of 500 keys came in one hundredth of the time");
}

#[test]
fn a_resync_asked_for_by_a_live_pass_is_no_live_one() {
    let (queue, clock) = queue(roomy());
    queue.add(&"a", Priority::Live);
    let claim = now(&queue).unwrap();
    queue.resync(&"a", SECOND);
    drop(claim);
    clock.advance(SECOND);
    assert_eq!(now(&queue).unwrap().priority(), Priority::Background);
}

#[test]
fn of_a_resync_and_other_times_the_earliest_wins() {
    let (queue, clock) = queue(roomy());
    queue.resync(&"a", SECOND * 100);
    queue.add_after(&"a", SECOND);
    queue.resync(&"a", Duration::ZERO);
    assert_eq!(queue.stats().delayed, 1);
    clock.advance(SECOND);
    assert_eq!(run_all(&queue), ["a"]);
    queue.add_after(&"a", SECOND * 200);
    queue.resync(&"a", SECOND * 100);
    clock.advance(SECOND * 100);
    assert_eq!(run_all(&queue), ["a"]);
    clock.advance(SECOND * 200);
    assert!(now(&queue).is_none(), "the later time went with the earliest");
    queue.resync(&"a", SECOND);
    queue.shut_down();
    queue.resync(&"b", SECOND);
    assert_eq!(queue.stats().known, 0);
}
