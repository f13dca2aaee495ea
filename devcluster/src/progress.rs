//! A line on stderr that shows that long work is still going on, and for how long.

use std::{
    io::{IsTerminal, Write},
    time::{Duration, Instant},
};

/// One piece of long work.
pub(crate) struct Progress {
    what: String,
    start: Instant,
    shown: Duration,
    terminal: bool,
}

impl Progress {
    /// Says that the work begins.
    pub(crate) fn start(what: &str) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let progress = Self { what: what.to_owned(), start: Instant::now(), shown: Duration::ZERO, terminal };
        progress.write(&format!("{what} ..."));
        progress
    }

    /// Says it again with the time so far: each second in place on a terminal, else a line every 15 seconds.
    pub(crate) fn tick(&mut self) {
        let elapsed = self.start.elapsed();
        let step = Duration::from_secs(if self.terminal { 1 } else { 15 });
        if elapsed >= self.shown + step {
            self.shown = elapsed;
            self.write(&line(&self.what, elapsed));
        }
    }

    fn write(&self, text: &str) {
        // What the unit tests of this crate build and wait for is made up, and would read like news.
        if cfg!(test) {
            return;
        }
        let mut stderr = std::io::stderr();
        // A closed stderr is no reason to fail: there is nobody to tell.
        let _ = if self.terminal { write!(stderr, "\r{text}\x1b[K") } else { writeln!(stderr, "{text}") };
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.terminal {
            self.write(&format!("{}\n", line(&self.what, self.start.elapsed())));
        }
    }
}

fn line(what: &str, elapsed: Duration) -> String {
    format!("{what} ... {} s", elapsed.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_what_and_for_how_long() {
        assert_eq!(line("building", Duration::from_millis(42_900)), "building ... 42 s");
    }

    #[test]
    fn a_tick_shows_nothing_before_its_time() {
        let mut progress = Progress::start("waiting");
        progress.tick();
        assert_eq!(progress.shown, Duration::ZERO);
        progress.start = Instant::now().checked_sub(Duration::from_secs(16)).unwrap();
        progress.tick();
        assert!(progress.shown >= Duration::from_secs(16));
    }
}
