//! Everything that is logged, down to TRACE, for tests of what is said and what must not be.

use std::{
    io,
    sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError},
};

use tracing::{Dispatch, subscriber::DefaultGuard};
use tracing_subscriber::{filter::LevelFilter, fmt::MakeWriter};

/// The log of the calling thread, for as long as it lives: in a test on tokio's single-threaded runtime this is all
/// that the operator, kube and hyper say.
pub struct Logs {
    text: Buffer,
    _capturing: DefaultGuard,
}

#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Logs {
    /// Begins to capture what is at least as grave as `level`.
    pub fn capture(level: LevelFilter) -> Self {
        /// With one subscriber alone, tracing asks that of the thread which comes first to a line of the log: another
        /// test's has none, and would switch the line off for all.
        static SECOND: LazyLock<Dispatch> = LazyLock::new(|| {
            Dispatch::new(tracing_subscriber::fmt().with_max_level(LevelFilter::OFF).finish())
        });
        LazyLock::force(&SECOND);
        let text = Buffer::default();
        let subscriber =
            tracing_subscriber::fmt().with_max_level(level).with_ansi(false).with_writer(text.clone());
        Self { text, _capturing: tracing::subscriber::set_default(subscriber.finish()) }
    }

    /// All of it so far.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.text.lock()).into_owned()
    }

    /// The lines that contain this.
    pub fn lines_with(&self, part: &str) -> Vec<String> {
        self.text().lines().filter(|line| line.contains(part)).map(str::to_owned).collect()
    }
}

impl Buffer {
    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl io::Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Buffer {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}
