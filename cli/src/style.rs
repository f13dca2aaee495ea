//! Colour: on a terminal only, and never against `NO_COLOR` (<https://no-color.org>).

use std::{ffi::OsStr, io::IsTerminal};

/// How text is painted on one of the two output streams.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    colour: bool,
}

impl Style {
    /// That of standard output.
    pub(crate) fn stdout() -> Self {
        Self::of(std::io::stdout().is_terminal())
    }

    /// That of standard error.
    pub(crate) fn stderr() -> Self {
        Self::of(std::io::stderr().is_terminal())
    }

    /// No colour at all.
    #[cfg(test)]
    pub(crate) fn plain() -> Self {
        Self { colour: false }
    }

    fn of(terminal: bool) -> Self {
        let (no_color, term) = (std::env::var_os("NO_COLOR"), std::env::var_os("TERM"));
        Self { colour: wanted(terminal, no_color.as_deref(), term.as_deref()) }
    }

    /// What is as it should be.
    pub(crate) fn good(self, text: &str) -> String {
        self.paint("32", text)
    }

    /// What is on its way, or not as it should be yet.
    pub(crate) fn waiting(self, text: &str) -> String {
        self.paint("33", text)
    }

    /// What failed.
    pub(crate) fn bad(self, text: &str) -> String {
        self.paint("1;31", text)
    }

    /// What the eye looks for.
    pub(crate) fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// What the eye may skip.
    pub(crate) fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

fn wanted(terminal: bool, no_color: Option<&OsStr>, term: Option<&OsStr>) -> bool {
    terminal && no_color.is_none_or(OsStr::is_empty) && term.is_none_or(|term| term != "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_needs_a_terminal_that_can_and_a_user_who_wants() {
        assert!(wanted(true, None, Some(OsStr::new("xterm"))));
        assert!(wanted(true, Some(OsStr::new("")), None));
        assert!(!wanted(false, None, Some(OsStr::new("xterm"))));
        assert!(!wanted(true, Some(OsStr::new("1")), None));
        assert!(!wanted(true, None, Some(OsStr::new("dumb"))));
        assert_eq!(Style { colour: true }.good("x"), "\x1b[32mx\x1b[0m");
        assert_eq!(Style::plain().good("x"), "x");
    }
}
