//! Texts and bytes: quotation marks, prefixes and escapes.

use super::token::Kind;

/// What stands before a text, and how it is quoted.
struct Form {
    bytes: bool,
    raw: bool,
    quote: char,
    triple: bool,
    /// Where its content begins.
    start: usize,
}

/// The text or bytes that begin here, if any do, and where they end, or where they are wrong.
pub fn read(source: &[char], at: usize) -> Option<(Kind, usize)> {
    let form = form(source, at)?;
    let mut here = form.start;
    loop {
        if form.ends_at(source, here) {
            let what = if form.bytes { "bytes" } else { "a text" };
            return Some((Kind::Literal(what), here + form.marks()));
        }
        match source.get(here) {
            None => return Some((form.unclosed(), at)),
            Some('\n' | '\r') if !form.triple => return Some((form.unclosed(), at)),
            Some('\\') if !form.raw => match escape(&source[here + 1..], form.bytes) {
                Ok(length) => here += 1 + length,
                Err(message) => return Some((Kind::Bad(message), here)),
            },
            Some(_) => here += 1,
        }
    }
}

/// `b` or `B`, then `r` or `R`, then one or three quotation marks.
fn form(source: &[char], at: usize) -> Option<Form> {
    let mut start = at;
    let mut prefix = |letters: [char; 2]| {
        let found = source.get(start).is_some_and(|letter| letters.contains(letter));
        start += usize::from(found);
        found
    };
    let (bytes, raw) = (prefix(['b', 'B']), prefix(['r', 'R']));
    let quote = *source.get(start).filter(|letter| ['"', '\''].contains(letter))?;
    let marks = source[start..].iter().take_while(|letter| **letter == quote).count();
    // Three marks that nothing closes are an empty text and the beginning of another one.
    let mut form = Form { bytes, raw, quote, triple: true, start: start + 3 };
    if marks < 3 || !form.closes(source) {
        form = Form { triple: false, start: start + 1, ..form };
    }
    Some(form)
}

impl Form {
    fn marks(&self) -> usize {
        if self.triple { 3 } else { 1 }
    }

    fn ends_at(&self, source: &[char], at: usize) -> bool {
        (0..self.marks()).all(|i| source.get(at + i) == Some(&self.quote))
    }

    /// Whether the marks come again, outside of escapes.
    fn closes(&self, source: &[char]) -> bool {
        let mut at = self.start;
        while at < source.len() {
            if self.ends_at(source, at) {
                return true;
            }
            at += if source[at] == '\\' && !self.raw { 2 } else { 1 };
        }
        false
    }

    fn unclosed(&self) -> Kind {
        Kind::Bad(format!("this text does not end: close it with `{}`", self.quote))
    }
}

/// Length of the escape whose backslash stands before `rest`.
fn escape(rest: &[char], bytes: bool) -> Result<usize, String> {
    let Some(first) = rest.first() else { return Err("this text ends in a backslash".to_owned()) };
    let number = |digits: usize, radix: u32| -> Option<u32> {
        let digits = rest.get(1..=digits)?;
        digits
            .iter()
            .try_fold(0_u32, |value, digit| value.checked_mul(radix)?.checked_add(digit.to_digit(radix)?))
    };
    let (digits, value) = match first {
        'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | '"' | '\'' | '\\' | '?' | '`' => return Ok(1),
        'x' | 'X' => (2, number(2, 16)),
        'u' if !bytes => (4, number(4, 16)),
        'U' if !bytes => (8, number(8, 16)),
        'u' | 'U' => return Err(format!("bytes have no `\\{first}`: write them as `\\x..`")),
        '0'..='3' => {
            let value = rest.get(..3).and_then(|digits| {
                digits.iter().try_fold(0, |value, digit| Some(value * 8 + digit.to_digit(8)?))
            });
            (2, value)
        }
        other => {
            return Err(format!(
                "`\\{}` is no escape: write `\\\\{0}` for a backslash, or the text as `r'..'`",
                other.escape_debug()
            ));
        }
    };
    match value {
        Some(value) if bytes || char::from_u32(value).is_some() => Ok(1 + digits),
        Some(_) => Err(format!("`\\{first}` names no character of Unicode")),
        None if first.is_ascii_digit() => {
            Err("a number behind a backslash has three octal digits, as `\\101`".to_owned())
        }
        None => Err(format!("`\\{first}` takes {digits} hexadecimal digits")),
    }
}
