//! What must not be in any log.

use std::{
    io::Write,
    sync::{Mutex, PoisonError},
};

use super::{
    script::{Script, bookmark, line},
    *,
};

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Everything at the finest level, kube's own lines included.
fn listen() -> (Log, tracing::subscriber::DefaultGuard) {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    (log, tracing::subscriber::set_default(subscriber))
}

fn secret(version: &str) -> String {
    format!(
        r#"{{"metadata":{{"name":"s","namespace":"n","uid":"u","resourceVersion":"{version}","labels":"s3cret"}},"data":{{"x":"s3cret"}}}}"#
    )
}

#[tokio::test]
async fn an_undecodable_object_is_named_once_and_never_shown() {
    let (log, _guard) = listen();
    let mut script = Script::new();
    let cache = script.cache();
    script.list().await.page("10", &[secret("5"), text("b", "u", "6", "")], "");
    let lines = line("MODIFIED", &secret("11")) + &line("ADDED", &text("c", "u", "12", "")) + &bookmark("13");
    script.watch("10").await.answer(200, lines);
    script.delay().await;
    assert_eq!(cache.list(None, &Selector::everything()).len(), 2, "the others go on");
    let undecodable = cache.undecodable();
    assert_eq!(undecodable.len(), 1);
    assert_eq!(undecodable[0].0.to_string(), "n/s");
    let text = log.text();
    assert_eq!(text.matches("object cannot be read").count(), 1, "{text}");
    assert!(text.contains("n/s"), "{text}");
    assert!(!text.contains("s3cret") && !format!("{undecodable:?}{cache:?}").contains("s3cret"), "{text}");
}

#[tokio::test]
async fn answers_that_are_no_list_and_no_event_are_not_shown_either() {
    let (log, _guard) = listen();
    let mut script = Script::new();
    let cache = script.cache();
    script.list().await.answer(200, r#"{"items":["s3cret"],"metadata":"s3cret"}"#);
    script.delay().await;
    script.list().await.answer(200, r#"{"items":[{"s3cret":"#);
    script.delay().await;
    script.list().await.page("10", &[r#"{"s3cret":1}"#.to_owned(), "\"s3cret\"".to_owned()], "");
    for lines in ["{\"type\":\"s3cret\"}\n", "{\"type\":\"ADDED\",\"object\":\"s3cret\"}\n", "s3cret\n"] {
        script.watch("10").await.answer(200, lines);
        script.delay().await;
        let state = format!("{:?}", cache.state());
        assert!(state.contains("Malformed") && !state.contains("s3cret"), "{state}");
    }
    script.list().await.page("20", &[], "");
    let _watch = script.watch("20").await;
    assert!(!log.text().contains("s3cret"), "{}", log.text());
}
