//! Names of fields as expressions write them: the API server escapes what CEL could not read.

use super::token::{RESERVED, WORDS};

const ESCAPES: &[(&str, &str)] =
    &[("__underscores__", "__"), ("__dot__", "."), ("__dash__", "-"), ("__slash__", "/")];

/// A field's name on the wire as it is written behind a dot, or `None` if no expression can name it.
pub fn name_of(wire: &str) -> Option<String> {
    if wire.is_empty() || wire.starts_with(|letter: char| letter.is_ascii_digit()) {
        return None;
    }
    if WORDS.contains(&wire) || RESERVED.contains(&wire) {
        return Some(format!("__{wire}__"));
    }
    let mut out = String::new();
    let mut rest = wire;
    while let Some(letter) = rest.chars().next() {
        if let Some((escaped, part)) = ESCAPES.iter().find(|(_, part)| rest.starts_with(part)) {
            out.push_str(escaped);
            rest = &rest[part.len()..];
        } else if letter.is_ascii_alphanumeric() || letter == '_' {
            out.push(letter);
            rest = &rest[1..];
        } else {
            return None;
        }
    }
    Some(out)
}

/// The name on the wire of what an expression calls so.
pub fn wire_of(name: &str) -> String {
    let whole = name.strip_prefix("__").and_then(|rest| rest.strip_suffix("__"));
    if let Some(word) = whole.filter(|word| WORDS.contains(word) || RESERVED.contains(word)) {
        return word.to_owned();
    }
    let mut out = String::new();
    let mut rest = name;
    'next: while let Some(letter) = rest.chars().next() {
        for (escaped, part) in ESCAPES {
            if let Some(behind) = rest.strip_prefix(escaped) {
                out.push_str(part);
                rest = behind;
                continue 'next;
            }
        }
        out.push(letter);
        rest = &rest[letter.len_utf8()..];
    }
    out
}
