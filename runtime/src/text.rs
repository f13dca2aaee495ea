//! Words for people: an error with its causes, and cutting to a limit.

use std::{error::Error, time::Duration};

/// An error and its causes in one line. Many errors print their cause themselves, so each is said once.
pub(crate) fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let said = cause.to_string();
        if !text.contains(&said) {
            text.push_str(": ");
            text.push_str(&said);
        }
        next = cause.source();
    }
    text
}

/// At most `limit` bytes of a text, cut between characters.
pub(crate) fn cut(text: &str, limit: usize) -> &str {
    let mut end = text.len().min(limit);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// A duration as declarations write it: `500ms`, `1m30s`, `10h`.
pub(crate) fn duration(duration: Duration) -> String {
    let (seconds, milliseconds) = (duration.as_secs(), duration.subsec_millis());
    let parts =
        [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s"), (milliseconds.into(), "ms")];
    let text: String =
        parts.iter().filter(|(n, _)| *n > 0).map(|(number, unit)| format!("{number}{unit}")).collect();
    if text.is_empty() { "0s".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{text}")]
    struct Fault {
        text: &'static str,
        source: Option<Box<Fault>>,
    }

    #[test]
    fn a_cause_that_is_part_of_the_text_is_not_said_again() {
        let deepest = Fault { text: "refused", source: None };
        let deeper = Fault { text: "no connection: refused", source: Some(Box::new(deepest)) };
        let fault = Fault { text: "cannot list", source: Some(Box::new(deeper)) };
        assert_eq!(chain(&fault), "cannot list: no connection: refused");
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(cut("añb", 2), "a");
        assert_eq!(cut("añb", 3), "añ");
        assert_eq!(cut("añb", 9), "añb");
    }
}
