//! Where in an expression something is wrong.
//!
//! Rust lets no macro underline a part of a literal, so the place is drawn: as the API server reads the expression,
//! after Rust's own escapes.

use super::Problem;

/// Longer lines are cut around the place.
const WIDEST: usize = 90;

/// The message, and below it the line of the expression with a mark under the place.
pub fn drawn(source: &str, problem: &Problem) -> String {
    let letters: Vec<char> = source.chars().collect();
    let at = problem.at.min(letters.len());
    let start = letters[..at].iter().rposition(|letter| *letter == '\n').map_or(0, |before| before + 1);
    let end = letters[at..].iter().position(|letter| *letter == '\n').map_or(letters.len(), |more| at + more);
    let (from, to) = window(start, end, at);
    // White space of one column each, so that the mark stands where it should.
    let shown = letters[from..to].iter().map(|letter| if letter.is_control() { ' ' } else { *letter });
    let shown: String = shown.collect();
    let (before, after) = (if from > start { "..." } else { "" }, if to < end { "..." } else { "" });
    let blanks = " ".repeat(before.len() + at - from);
    let column = at - start + 1;
    let place = match letters.contains(&'\n') {
        true => {
            let line = letters[..at].iter().filter(|letter| **letter == '\n').count() + 1;
            format!("line {line}, column {column}")
        }
        false => format!("column {column}"),
    };
    format!("{}\n\n    {before}{}{after}\n    {blanks}^ {place}", problem.message, shown.trim_end())
}

/// The part of a line that is shown.
fn window(start: usize, end: usize, at: usize) -> (usize, usize) {
    if end - start <= WIDEST {
        return (start, end);
    }
    let from = at.saturating_sub(WIDEST * 2 / 3).max(start);
    (from, end.min(from + WIDEST))
}
