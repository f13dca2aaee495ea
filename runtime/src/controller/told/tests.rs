//! What the log of an operator says in a bad night.

use std::{
    io::{self, Write},
    sync::Arc,
};

use super::*;
use crate::apply::Right;

impl Told {
    /// At a time of which nothing hangs here.
    fn log_now(&self, key: &ObjectKey, failed: Option<&Failed>) {
        self.log(key, failed, Instant::now());
    }
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// The lines since the last call, each from its level on.
    fn lines(&self) -> Vec<String> {
        let text = String::from_utf8(std::mem::take(&mut *self.0.lock())).unwrap();
        text.lines().map(|line| line.trim().to_owned()).collect()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn listen() -> (Log, tracing::subscriber::DefaultGuard) {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::INFO)
        .with_ansi(false)
        .with_target(false)
        .without_time()
        .with_writer(move || writer.clone())
        .finish();
    (log, tracing::subscriber::set_default(subscriber))
}

fn key(number: usize) -> ObjectKey {
    ObjectKey::namespaced("ns", &format!("app-{number}"))
}

fn outage(text: &str) -> Failed {
    Failed::transient("Unavailable", text).by_outage()
}

#[test]
fn an_outage_is_two_lines_however_many_objects_it_holds_up() {
    let ((log, _guard), told) = (listen(), Told::new("MyApp"));
    for round in 0..20 {
        for number in 0..1000 {
            // The words differ, the cause does not.
            told.log_now(&key(number), Some(&outage(&format!("Service app-{number}: refused {round}"))));
        }
    }
    let wanted = "WARN Service app-0: refused 0; this is said once for all objects of the kind \
                  object=ns/app-0 kind=\"MyApp\" reason=Unavailable";
    assert_eq!(log.lines(), [wanted]);
    (0..999).for_each(|number| told.log_now(&key(number), None));
    assert_eq!(log.lines(), [""; 0]);
    told.log_now(&key(999), None);
    assert_eq!(log.lines(), ["INFO over: the API server cannot serve kind=\"MyApp\" objects=1000"]);
    // The next one is told again.
    told.log_now(&key(1), Some(&outage("refused")));
    assert_eq!(log.lines().len(), 1);
}

#[test]
fn a_missing_right_is_told_once_and_another_one_too() {
    let ((log, _guard), told) = (listen(), Told::new("MyApp"));
    let lacks = |verb: &str, number: usize| {
        let right = Right { verb: verb.to_owned(), resource: "services".to_owned(), namespace: None };
        let message = format!("Service app-{number}: no right to {right}");
        Failed::transient("Forbidden", message).for_want_of(right)
    };
    (0..50).for_each(|number| told.log_now(&key(number), Some(&lacks("create", number))));
    assert_eq!(log.lines().len(), 1);
    (0..50).for_each(|number| told.log_now(&key(number), Some(&lacks("patch", number))));
    let lines = log.lines();
    assert_eq!(lines.len(), 2, "{lines:#?}");
    assert!(lines[0].contains("no right to patch services"), "{lines:#?}");
    assert!(lines[1].starts_with("INFO over: no right to create services"), "{lines:#?}");
}

#[test]
fn a_kind_that_is_not_there_is_told_once_and_not_for_each_child() {
    let ((log, _guard), told) = (listen(), Told::new("MyApp"));
    for number in 0..50 {
        let absent = Failed::transient("ApiAbsent", "the server does not serve extras.example.com").of_all();
        let of_child = Failed { message: format!("Extra app-{number}: {}", absent.message), ..absent };
        told.log_now(&key(number), Some(&of_child));
    }
    assert_eq!(log.lines().len(), 1);
    (0..50).for_each(|number| told.log_now(&key(number), None));
    let wanted = "INFO over: the server does not serve extras.example.com kind=\"MyApp\" objects=50";
    assert_eq!(log.lines(), [wanted]);
}

#[test]
fn what_is_an_objects_own_is_told_of_each_and_again_only_if_it_is_another() {
    let ((log, _guard), told) = (listen(), Told::new("MyApp"));
    for _ in 0..3 {
        (0..2).for_each(|number| told.log_now(&key(number), Some(&Failed::transient("Told", "no"))));
    }
    assert_eq!(log.lines().len(), 2);
    let (now, other) = (Instant::now(), Failed::transient("Other", "no"));
    told.log(&key(0), Some(&other), now);
    assert_eq!(log.lines().len(), 1);
    // Other words for it are told once a minute.
    for tenth in 1..=12 {
        let words = Failed::transient("Other", format!("no, from port {tenth}"));
        told.log(&key(0), Some(&words), now + Duration::from_secs(10 * tenth));
    }
    let lines = log.lines();
    assert!(lines.len() == 2 && lines[0].contains("port 6") && lines[1].contains("port 12"), "{lines:#?}");
    // An outage in between is one more line, and what was wrong before is told anew.
    told.log_now(&key(0), Some(&outage("refused")));
    told.log_now(&key(0), Some(&Failed::transient("Told", "no, again")));
    assert_eq!(log.lines().len(), 3);
    let waits = Failed { class: Class::Waiting, ..Failed::transient("Waiting", "not yet") };
    told.log_now(&key(0), Some(&waits));
    assert_eq!(log.lines(), [""; 0]);
}
