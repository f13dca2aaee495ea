//! Paths into an object, as the API server writes them in its causes: `spec.template.spec.volumes[0].hostPath`.

use std::fmt;

use serde_json::Value;

/// One step of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Segment {
    /// A field or map key.
    Key(String),
    /// A position in a list.
    Index(usize),
}

/// A path into an object, from its root.
///
/// Shown in Kubernetes' own notation: fields joined by dots, list positions and keys that hold other
/// characters than a field name in brackets.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(Vec<Segment>);

impl Path {
    /// Reads a path of a `Status` cause, as `k8s.io/apimachinery/pkg/util/validation/field` writes it.
    ///
    /// Never fails: what cannot be understood becomes keys that no object has.
    pub fn parse(text: &str) -> Self {
        let mut segments = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(inside) = rest.strip_prefix('[') {
                let (name, after) = inside.split_once(']').unwrap_or((inside, ""));
                segments.push(match name.parse() {
                    Ok(index) => Segment::Index(index),
                    Err(_) => Segment::Key(name.trim_matches('"').to_owned()),
                });
                rest = after;
            } else {
                rest = rest.strip_prefix('.').unwrap_or(rest);
                let end = rest.find(['.', '[']).unwrap_or(rest.len());
                if end > 0 {
                    segments.push(Segment::Key(rest[..end].to_owned()));
                }
                rest = &rest[end..];
            }
        }
        Self(segments)
    }

    /// The steps from the root.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// This path, one step longer.
    #[must_use]
    pub fn join(&self, segment: Segment) -> Self {
        let mut longer = self.clone();
        longer.0.push(segment);
        longer
    }

    /// The path without its last step, and that step. `None` at the root.
    pub fn split_last(&self) -> Option<(Self, &Segment)> {
        let (last, parent) = self.0.split_last()?;
        Some((Self(parent.to_vec()), last))
    }

    /// The value at this path.
    pub fn get<'a>(&self, root: &'a Value) -> Option<&'a Value> {
        self.0.iter().try_fold(root, |value, segment| match segment {
            Segment::Key(key) => value.get(key),
            Segment::Index(index) => value.get(index),
        })
    }

    /// The path as a JSON pointer (RFC 6901), which is what JSON patches take.
    pub fn pointer(&self) -> String {
        let mut pointer = String::new();
        for segment in &self.0 {
            pointer.push('/');
            match segment {
                Segment::Key(key) => pointer.push_str(&key.replace('~', "~0").replace('/', "~1")),
                Segment::Index(index) => pointer.push_str(&index.to_string()),
            }
        }
        pointer
    }

    pub(crate) fn push(&mut self, segment: Segment) {
        self.0.push(segment);
    }

    pub(crate) fn pop(&mut self) {
        self.0.pop();
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Key(key) if is_field_name(key) => {
                    write!(f, "{}{key}", if position == 0 { "" } else { "." })?;
                }
                Segment::Key(key) => write!(f, "[{key}]")?,
            }
        }
        Ok(())
    }
}

fn is_field_name(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '$'))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn parses_and_shows_the_servers_notation() {
        for text in [
            "spec.strategy.rollingUpdate",
            "spec.template.spec.volumes[0].hostPath",
            "metadata.labels[app.kubernetes.io/name]",
            "metadata.uid",
            "data[a b]",
            "",
        ] {
            assert_eq!(Path::parse(text).to_string(), text);
        }
    }

    #[test]
    fn points_and_reads() {
        let path = Path::parse("metadata.annotations[a/b~c]");
        assert_eq!(path.pointer(), "/metadata/annotations/a~1b~0c");
        let object = json!({"metadata": {"annotations": {"a/b~c": 1}}, "list": [{"x": 2}]});
        assert_eq!(path.get(&object), Some(&json!(1)));
        assert_eq!(Path::parse("list[0].x").get(&object), Some(&json!(2)));
        assert_eq!(Path::parse("list[1].x").get(&object), None);
        assert_eq!(Path::parse("list.x").get(&object), None);
    }
}
