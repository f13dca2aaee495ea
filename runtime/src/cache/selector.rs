//! Label selectors, as requests and reads of the cache use them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    str::FromStr,
};

/// A label selector: all requirements must hold. Without requirements it selects everything.
///
/// Requirements are kept sorted, so that two spellings of one selector are equal and share one cache.
///
/// ```
/// use kubewright::cache::Selector;
///
/// let selector: Selector = "app=web,tier in (front, back),!canary".parse().unwrap();
/// assert!(selector.matches(&[("app".into(), "web".into()), ("tier".into(), "front".into())].into()));
/// assert_eq!(selector.to_string(), "!canary,app=web,tier in (back,front)");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Selector(BTreeSet<Requirement>);

/// Why a text is no label selector.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectorError {
    /// A parenthesis is missing, or there is one too many.
    #[error("parentheses do not match in label selector `{0}`")]
    Parentheses(String),
    /// One requirement has none of the known forms.
    #[error(
        "`{0}` is not a label requirement; write `key=value`, `key!=value`, `key in (a, b)`, \
         `key notin (a, b)`, `key` or `!key`"
    )]
    Requirement(String),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Requirement {
    Absent(String),
    Exists(String),
    In(String, BTreeSet<String>),
    NotIn(String, BTreeSet<String>),
}

impl Selector {
    /// Selects every object.
    pub fn everything() -> Self {
        Self::default()
    }

    /// Selects objects with this label.
    pub fn label(key: impl Into<String>, value: impl Into<String>) -> Self {
        Self([Requirement::In(key.into(), [value.into()].into())].into())
    }

    /// Selects objects whose label has one of these values.
    pub fn one_of(key: impl Into<String>, values: impl IntoIterator<Item: Into<String>>) -> Self {
        let values = values.into_iter().map(Into::into).collect();
        Self([Requirement::In(key.into(), values)].into())
    }

    /// Both selectors at once.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Whether it selects every object.
    pub fn is_everything(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether an object with these labels is selected.
    ///
    /// As in Kubernetes, `!=` and `notin` hold for an object that does not have the label at all.
    pub fn matches(&self, labels: &BTreeMap<String, String>) -> bool {
        self.0.iter().all(|requirement| match requirement {
            Requirement::Absent(key) => !labels.contains_key(key),
            Requirement::Exists(key) => labels.contains_key(key),
            Requirement::In(key, values) => labels.get(key).is_some_and(|value| values.contains(value)),
            Requirement::NotIn(key, values) => labels.get(key).is_none_or(|value| !values.contains(value)),
        })
    }
}

impl From<BTreeMap<String, String>> for Selector {
    fn from(labels: BTreeMap<String, String>) -> Self {
        Self(labels.into_iter().map(|(key, value)| Requirement::In(key, [value].into())).collect())
    }
}

impl FromStr for Selector {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Self, SelectorError> {
        if text.trim().is_empty() {
            return Ok(Self::everything());
        }
        split(text)?.into_iter().map(Requirement::parse).collect::<Result<_, _>>().map(Self)
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, requirement) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            requirement.fmt(f)?;
        }
        Ok(())
    }
}

impl Requirement {
    fn parse(text: &str) -> Result<Self, SelectorError> {
        let wrong = || SelectorError::Requirement(text.trim().to_owned());
        let text = text.trim();
        if let Some(list) = text.strip_suffix(')') {
            let (head, values) = list.split_once('(').ok_or_else(wrong)?;
            let (key, operator) = head.trim().split_once(char::is_whitespace).ok_or_else(wrong)?;
            let values = values.split(',').map(|value| check(value, false).ok_or_else(wrong));
            let (key, values) = (check(key, true).ok_or_else(wrong)?, values.collect::<Result<_, _>>()?);
            return match operator.trim() {
                "in" => Ok(Self::In(key, values)),
                "notin" => Ok(Self::NotIn(key, values)),
                _ => Err(wrong()),
            };
        }
        if let Some((key, value)) = text.split_once("!=") {
            let value = check(value, false).ok_or_else(wrong)?;
            return Ok(Self::NotIn(check(key, true).ok_or_else(wrong)?, [value].into()));
        }
        if let Some((key, value)) = text.split_once("==").or_else(|| text.split_once('=')) {
            let value = check(value, false).ok_or_else(wrong)?;
            return Ok(Self::In(check(key, true).ok_or_else(wrong)?, [value].into()));
        }
        match text.strip_prefix('!') {
            Some(key) => check(key, true).map(Self::Absent),
            None => check(text, true).map(Self::Exists),
        }
        .ok_or_else(wrong)
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, single, many, values) = match self {
            Self::Absent(key) => return write!(f, "!{key}"),
            Self::Exists(key) => return f.write_str(key),
            Self::In(key, values) => (key, "=", "in", values),
            Self::NotIn(key, values) => (key, "!=", "notin", values),
        };
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        match values.as_slice() {
            [value] => write!(f, "{key}{single}{value}"),
            _ => write!(f, "{key} {many} ({})", values.join(",")),
        }
    }
}

/// Cuts at the commas that are not inside parentheses.
fn split(text: &str) -> Result<Vec<&str>, SelectorError> {
    let (mut parts, mut start, mut inside) = (Vec::new(), 0, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b')' if inside != (byte == b')') => {
                return Err(SelectorError::Parentheses(text.to_owned()));
            }
            b'(' | b')' => inside = !inside,
            b',' if !inside => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if inside {
        return Err(SelectorError::Parentheses(text.to_owned()));
    }
    parts.push(&text[start..]);
    Ok(parts)
}

/// Characters only; the server checks the rest of the syntax when it gets the request.
fn check(text: &str, is_key: bool) -> Option<String> {
    let text = text.trim();
    let known = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) || (is_key && byte == b'/');
    (text.bytes().all(known) && !(is_key && text.is_empty())).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn every_form_selects_what_kubernetes_selects() {
        let selector: Selector = "a=b,c!=d,x in (1,2),!y, z".parse().unwrap();
        let good = [("a", "b"), ("x", "1"), ("z", "")];
        assert!(selector.matches(&labels(&good)), "c is absent, so c!=d holds");
        for (key, value) in [("a", "c"), ("c", "d"), ("x", "3"), ("y", "")] {
            let mut bad = labels(&good);
            bad.insert(key.to_owned(), value.to_owned());
            assert!(!selector.matches(&bad), "{key}={value}");
        }
        for missing in ["a", "x", "z"] {
            let mut bad = labels(&good);
            bad.remove(missing);
            assert!(!selector.matches(&bad), "without {missing}");
        }
        let notin: Selector = "x notin (1, 2)".parse().unwrap();
        assert!(notin.matches(&labels(&[])) && notin.matches(&labels(&[("x", "3")])));
        assert!(!notin.matches(&labels(&[("x", "2")])));
    }

    #[test]
    fn spellings_of_one_selector_are_equal_and_print_as_they_parse() {
        let left: Selector = " b == c , x in (2,1) ,a ".parse().unwrap();
        let right: Selector = "a,x in (1, 2),b=c".parse().unwrap();
        assert_eq!(left, right);
        assert_eq!(left.to_string().parse(), Ok(left.clone()));
        assert_eq!("x in (1)".parse::<Selector>(), Ok(Selector::label("x", "1")));
        assert_eq!(Selector::from(labels(&[("x", "1")])), Selector::label("x", "1"));
        assert_eq!("".parse(), Ok(Selector::everything()));
        assert_eq!("a.b/c=".parse::<Selector>().unwrap().to_string(), "a.b/c=");
    }

    /// A list that the macros' tests and those on an API server read, too. The server refuses more: it looks into keys and
    /// values, as the macros do.
    #[test]
    fn selectors_are_those_of_the_server() {
        let list = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/selectors.tsv");
        for line in std::fs::read_to_string(list).unwrap().lines() {
            if let Some(text) = line.strip_prefix("+\t") {
                assert!(text.parse::<Selector>().is_ok(), "{text}");
            }
        }
    }

    #[test]
    fn what_is_no_selector_is_an_error_that_quotes_it() {
        for text in
            ["a=b,", "=b", "a in b", "a in (b", "a in b)", "a > 1", "a=b=c", "a on (b)", "(a)", "a b", "!"]
        {
            let error = text.parse::<Selector>().unwrap_err().to_string();
            assert!(error.contains('`'), "{text}: {error}");
        }
    }
}
