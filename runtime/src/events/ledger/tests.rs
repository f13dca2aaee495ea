//! Folding and dropping, without a server.

use super::*;

const SECOND: Duration = Duration::from_secs(1);

/// A ledger, and a server that takes everything at once.
struct Desk {
    ledger: Ledger,
    now: Instant,
    writes: Vec<String>,
}

impl Desk {
    fn new() -> Self {
        Self { ledger: Ledger::default(), now: Instant::now(), writes: Vec::new() }
    }

    fn say(&mut self, object: &str, note: &str) {
        self.ledger.say(said(object, note), self.now, Timestamp::UNIX_EPOCH);
    }

    fn write(&mut self) {
        while let Some(write) = self.ledger.next(self.now) {
            match write {
                Write::Create(said) => {
                    self.writes.push(format!("create {}", said.note));
                    self.ledger.created(&said, format!("{}.1", said.note), self.now);
                }
                Write::Count { said, name, count, .. } => {
                    self.writes.push(format!("count {name} {count}"));
                    self.ledger.counted(&said, count, self.now);
                }
            }
        }
    }

    fn after(&mut self, time: Duration) {
        self.now += time;
        self.write();
    }

    fn wrote(&mut self) -> Vec<String> {
        self.write();
        std::mem::take(&mut self.writes)
    }
}

fn said(object: &str, note: &str) -> Said {
    let about = Regarding { namespace: None, name: object.to_owned(), uid: object.to_owned() };
    Said::new(EventType::Warning, about, "R", note)
}

#[test]
fn a_hundred_equal_events_in_ten_minutes_are_one_create_and_few_counts() {
    let mut desk = Desk::new();
    for _ in 0..100 {
        desk.say("a", "n");
        desk.after(6 * SECOND);
    }
    let wrote = desk.wrote();
    assert_eq!(wrote[0], "create n");
    assert_eq!(wrote.iter().filter(|write| write.starts_with("create")).count(), 1, "{wrote:?}");
    assert!(wrote.len() <= 11, "{wrote:?}");
    // The last count tells of all of them, and comes without another repeat.
    desk.after(60 * SECOND);
    let last = desk.wrote();
    let whole = wrote.into_iter().chain(last).last();
    assert_eq!(whole.as_deref(), Some("count n.1 100"));
    assert_eq!((desk.ledger.due(), desk.ledger.next(desk.now + 999 * SECOND)), (None, None));
}

#[test]
fn what_differs_in_anything_is_another_event() {
    let mut desk = Desk::new();
    desk.say("a", "n");
    desk.say("b", "n");
    desk.say("a", "m");
    assert_eq!(desk.wrote(), ["create n", "create n", "create m"]);
}

#[test]
fn an_event_that_was_quiet_for_long_is_over() {
    let mut desk = Desk::new();
    desk.say("a", "n");
    desk.after(WINDOW - SECOND);
    desk.say("a", "n");
    desk.after(WINDOW - SECOND);
    assert_eq!(desk.wrote(), ["create n", "count n.1 2"]);
    desk.after(SECOND);
    desk.say("a", "n");
    assert_eq!(desk.wrote(), ["create n"]);
}

#[test]
fn an_event_that_the_server_has_forgotten_is_created_anew() {
    let mut desk = Desk::new();
    desk.say("a", "n");
    desk.write();
    desk.say("a", "n");
    desk.now += COUNTS;
    let Some(Write::Count { said, .. }) = desk.ledger.next(desk.now) else { panic!("a count is due") };
    desk.ledger.expired(&said, desk.now);
    assert_eq!(desk.wrote(), ["create n", "create n"]);
    assert_eq!(desk.ledger.due(), None, "one repeat is one event");
}

#[test]
fn an_outage_piles_nothing_up() {
    let mut desk = Desk::new();
    for object in 0..1000 {
        desk.say(&object.to_string(), "n");
        desk.say(&object.to_string(), "n");
    }
    assert_eq!(desk.ledger.new.len(), QUEUE);
    assert_eq!(desk.ledger.dropped(), 2 * (1000 - QUEUE as u64));
    // What was not written is forgotten, and said again it is new.
    let Some(Write::Create(first)) = desk.ledger.next(desk.now) else { panic!("there is one") };
    desk.ledger.lost(&first);
    desk.say("0", "n");
    assert_eq!(desk.wrote().len(), QUEUE);
}

#[test]
fn an_object_with_ever_new_things_to_say_is_cut_short() {
    let mut desk = Desk::new();
    for note in 0..100 {
        desk.say("noisy", &format!("attempt {note}"));
        desk.write();
    }
    desk.say("other", "n");
    assert_eq!(desk.wrote().len(), 26);
    assert_eq!(desk.ledger.dropped(), 75);
    desk.after(299 * SECOND);
    desk.say("noisy", "attempt 100");
    assert_eq!(desk.wrote(), [""; 0]);
    desk.after(SECOND);
    desk.say("noisy", "attempt 101");
    desk.say("noisy", "attempt 102");
    assert_eq!(desk.wrote(), ["create attempt 101"]);
    // An hour gives it all it may ever have.
    desk.after(36_000 * SECOND);
    for note in 200..300 {
        desk.say("noisy", &format!("attempt {note}"));
        desk.write();
    }
    assert_eq!(desk.wrote().len(), 25);
}

#[test]
fn at_the_end_counts_do_not_wait() {
    let mut desk = Desk::new();
    for _ in 0..3 {
        desk.say("a", "n");
    }
    desk.write();
    desk.ledger.finish();
    assert_eq!(desk.wrote(), ["create n", "count n.1 3"]);
}

#[test]
fn no_more_is_remembered_than_there_is_room_for() {
    let mut desk = Desk::new();
    for object in 0..REMEMBERED + 100 {
        desk.say(&object.to_string(), "n");
        desk.after(SECOND / 1000);
    }
    assert_eq!(desk.ledger.entries.len(), REMEMBERED);
    desk.say("0", "n");
    let wrote = desk.wrote();
    assert_eq!(wrote.len(), REMEMBERED + 101, "the oldest was forgotten, so that it is new again");
}
