//! Lines on stderr that show what goes on: in place on a terminal, else a new one every ten seconds.

use std::{
    io::{IsTerminal, Write},
    time::{Duration, Instant},
};

/// One piece of work.
pub(crate) struct Progress {
    what: &'static str,
    start: Instant,
    shown: Duration,
    terminal: bool,
}

impl Progress {
    /// Says that the work begins.
    pub(crate) fn start(what: &'static str) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let progress = Self { what, start: Instant::now(), shown: Duration::ZERO, terminal };
        if terminal {
            progress.write(&format!("\r{what} ..\x1b[K"));
        }
        progress
    }

    /// How long it has been going on.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Says how far it is, if there was no word for a while.
    pub(crate) fn tick(&mut self, detail: &str) {
        let elapsed = self.elapsed();
        let step = if self.terminal { Duration::from_millis(200) } else { Duration::from_secs(10) };
        if elapsed < self.shown + step {
            return;
        }
        self.shown = elapsed;
        let line = format!("{} .. {detail} ({:.0} s)", self.what, elapsed.as_secs_f64());
        self.write(&if self.terminal { format!("\r{line}\x1b[K") } else { format!("{line}\n") });
    }

    /// Says that it is done.
    pub(crate) fn done(self, detail: &str) {
        let (before, after) = if self.terminal { ("\r", "\x1b[K\n") } else { ("", "\n") };
        let (what, seconds) = (self.what, self.elapsed().as_secs_f64());
        let colon = if detail.is_empty() { "" } else { ": " };
        self.write(&format!("{before}{what}{colon}{detail} ({seconds:.1} s){after}"));
    }

    fn write(&self, text: &str) {
        // A closed stderr is no reason to fail: there is nobody to tell.
        let _ = std::io::stderr().write_all(text.as_bytes());
    }
}
