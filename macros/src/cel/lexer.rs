//! An expression into words.

use std::ops::Range;

use super::{
    text,
    token::{Kind, SYMBOLS, Token, WORDS},
};

/// All words up to the end, or up to the first thing that is none. Its place then is that of what is wrong.
pub fn words(source: &[char]) -> Vec<Token> {
    let mut words = Vec::new();
    let mut at = 0;
    loop {
        at = behind_blanks(source, at);
        match next(source, at) {
            // What is no word tells where that shows.
            (kind @ Kind::Bad(_), at) | (kind @ Kind::End, at) => {
                words.push(Token { at, kind });
                return words;
            }
            (kind, end) => {
                words.push(Token { at, kind });
                at = end;
            }
        }
    }
}

/// Where the next word begins: behind white space and comments.
fn behind_blanks(source: &[char], mut at: usize) -> usize {
    loop {
        match source.get(at..) {
            Some(['\t' | ' ' | '\r' | '\n' | '\u{c}', ..]) => at += 1,
            Some(['/', '/', rest @ ..]) => {
                at += 2 + rest.iter().position(|letter| *letter == '\n').unwrap_or(rest.len());
            }
            _ => return at,
        }
    }
}

fn next(source: &[char], at: usize) -> (Kind, usize) {
    let Some(first) = source.get(at) else { return (Kind::End, at) };
    if let Some(found) = text::read(source, at) {
        return found;
    }
    match first {
        'a'..='z' | 'A'..='Z' | '_' => name(source, at),
        '0'..='9' => number(source, at),
        '.' if source.get(at + 1).is_some_and(char::is_ascii_digit) => number(source, at),
        '`' => quoted(source, at),
        _ => symbol(source, at),
    }
}

fn name(source: &[char], at: usize) -> (Kind, usize) {
    let end = behind(source, at, |letter| letter.is_ascii_alphanumeric() || letter == '_');
    let name: String = source[at..end].iter().collect();
    match WORDS.iter().find(|word| **word == name) {
        Some(word) => (Kind::Word(word), end),
        None => (Kind::Name(name), end),
    }
}

fn quoted(source: &[char], at: usize) -> (Kind, usize) {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "_.-/ ".contains(letter);
    let end = behind(source, at + 1, allowed);
    if end == at + 1 || source.get(end) != Some(&'`') {
        let message = "a name between backticks has letters, digits, `_`, `.`, `-`, `/` and spaces, and a backtick behind it";
        return (Kind::Bad(message.to_owned()), at);
    }
    (Kind::Quoted(source[at + 1..end].iter().collect()), end + 1)
}

fn symbol(source: &[char], at: usize) -> (Kind, usize) {
    for symbol in SYMBOLS {
        if symbol.chars().enumerate().all(|(i, letter)| source.get(at + i) == Some(&letter)) {
            return (Kind::Symbol(symbol), at + symbol.len());
        }
    }
    let message = match source[at] {
        '=' => "`=` is no operator: write `==` to compare".to_owned(),
        '&' => "`&` is no operator: write `&&`".to_owned(),
        '|' => "`|` is no operator: write `||`".to_owned(),
        '\u{201c}' | '\u{201d}' | '\u{2018}' | '\u{2019}' => {
            "this quotation mark begins no text: write `'`".to_owned()
        }
        ';' => "a rule is one expression: remove the `;`".to_owned(),
        other => format!("`{}` means nothing outside of a text", other.escape_debug()),
    };
    (Kind::Bad(message), at)
}

/// Integers in decimal or hexadecimal, unsigned with a `u`, and floating-point numbers.
fn number(source: &[char], at: usize) -> (Kind, usize) {
    if let ['0', 'x', digit, ..] = &source[at..]
        && digit.is_ascii_hexdigit()
    {
        let end = behind(source, at + 2, |letter| letter.is_ascii_hexdigit());
        return integer(source, at, 16, at + 2..end);
    }
    let digits = |from: usize| behind(source, from, |letter| letter.is_ascii_digit());
    let whole = digits(at);
    let mut end = whole;
    if source.get(end) == Some(&'.') && source.get(end + 1).is_some_and(char::is_ascii_digit) {
        end = digits(end + 1);
    }
    if let Some('e' | 'E') = source.get(end) {
        let sign = usize::from(matches!(source.get(end + 1), Some('+' | '-')));
        let exponent = digits(end + 1 + sign);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    if end == whole {
        return integer(source, at, 10, at..end);
    }
    let written: String = source[at..end].iter().collect();
    match written.parse::<f64>() {
        Ok(value) if value.is_finite() => (Kind::Literal("a number"), end),
        _ => (Kind::Bad("this number is too large for a double".to_owned()), at),
    }
}

fn integer(source: &[char], at: usize, radix: u32, digits: Range<usize>) -> (Kind, usize) {
    let end = digits.end;
    let value = u64::from_str_radix(&source[digits].iter().collect::<String>(), radix);
    match (value, source.get(end)) {
        (Ok(_), Some('u' | 'U')) => (Kind::Literal("an unsigned number"), end + 1),
        (Ok(value), _) => (Kind::Integer(value), end),
        (Err(_), _) => (Kind::Bad("this number does not fit into 64 bits".to_owned()), at),
    }
}

/// The end of the letters that pass.
fn behind(source: &[char], at: usize, pass: impl Fn(char) -> bool) -> usize {
    let rest = source.get(at..).unwrap_or_default();
    at + rest.iter().position(|letter| !pass(*letter)).unwrap_or(rest.len())
}
