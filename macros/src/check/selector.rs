//! The syntax of label selectors, equality-based and set-based, as the API server has it. Each function says what is
//! wrong, in words that fit behind "the selector `..` ".

use super::k8s;

type Checked = Result<(), String>;

const FORMS: &str = "`key=value`, `key!=value`, `key in (a, b)`, `key notin (a, b)`, `key` or `!key`";

/// A whole selector: `app=web,tier in (front, back),!legacy`.
pub fn selector(text: &str) -> Checked {
    if text.trim().is_empty() {
        return Err("selects everything: leave it out".to_owned());
    }
    requirements(text)?.into_iter().map(str::trim).try_for_each(requirement)
}

/// Cuts at the commas that are not inside of parentheses.
fn requirements(text: &str) -> Result<Vec<&str>, String> {
    let (mut parts, mut start, mut inside) = (Vec::new(), 0, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b')' if inside != (byte == b')') => return Err(unbalanced()),
            b'(' | b')' => inside = !inside,
            b',' if !inside => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if inside {
        return Err(unbalanced());
    }
    parts.push(&text[start..]);
    Ok(parts)
}

fn unbalanced() -> String {
    "has a parenthesis without its other half".to_owned()
}

fn requirement(text: &str) -> Checked {
    if text.is_empty() {
        return Err("has a comma too many".to_owned());
    }
    if let Some(list) = text.strip_suffix(')') {
        let (head, values) = list.split_once('(').unwrap_or((list, ""));
        let (label, operator) = head.trim().split_once(char::is_whitespace).unwrap_or((head, ""));
        if !matches!(operator.trim(), "in" | "notin") {
            return Err(format!("has `{text}`, which is none of {FORMS}"));
        }
        key(label)?;
        return values.split(',').try_for_each(value);
    }
    let pair = ["!=", "==", "="].iter().find_map(|sign| text.split_once(sign));
    if let Some((label, wanted)) = pair {
        return key(label).and_then(|()| value(wanted));
    }
    if text.contains(char::is_whitespace) || text.contains(['<', '>']) {
        return Err(format!("has `{text}`, which is none of {FORMS}"));
    }
    key(text.strip_prefix('!').unwrap_or(text))
}

/// `app`, `app.kubernetes.io/name`.
fn key(text: &str) -> Checked {
    let text = text.trim();
    let (prefix, name) = match text.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, text),
    };
    let legal_prefix =
        prefix.is_none_or(|prefix| prefix.len() <= k8s::SUBDOMAIN && k8s::is_subdomain(prefix));
    if legal_prefix && name.len() <= k8s::LABEL && k8s::is_qualified(name) {
        return Ok(());
    }
    Err(format!(
        "has the key `{text}`: a key is like `app` or `example.com/app`, at most 63 characters behind the `/`"
    ))
}

/// What a label may be, also nothing.
fn value(text: &str) -> Checked {
    let text = text.trim();
    if text.is_empty() || text.len() <= k8s::LABEL && k8s::is_qualified(text) {
        return Ok(());
    }
    Err(format!(
        "has the value `{text}`: a value is at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at \
         both ends"
    ))
}
