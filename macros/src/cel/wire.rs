//! Names of fields as expressions write them: the API server escapes what CEL could not read.

use super::token::{RESERVED, WORDS};

/// A field's name on the wire as it is written behind a dot, or `None` if no expression can name it.
pub fn name(wire: &str) -> Option<String> {
    if wire.is_empty() || wire.starts_with(|letter: char| letter.is_ascii_digit()) {
        return None;
    }
    if WORDS.contains(&wire) || RESERVED.contains(&wire) {
        return Some(format!("__{wire}__"));
    }
    let mut out = String::new();
    let mut rest = wire;
    while let Some(letter) = rest.chars().next() {
        let (part, escaped) = match letter {
            '_' if rest.starts_with("__") => ("__", "__underscores__"),
            '.' => (".", "__dot__"),
            '-' => ("-", "__dash__"),
            '/' => ("/", "__slash__"),
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => (&rest[..1], &rest[..1]),
            _ => return None,
        };
        out.push_str(escaped);
        rest = &rest[part.len()..];
    }
    Some(out)
}
