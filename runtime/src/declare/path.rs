//! JSON paths to fields of an object.

use serde_json::Value;

use super::schema::Map;

/// A path from the object's root, field by field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path(Vec<String>);

impl Path {
    /// The path of a field of the object itself.
    pub(super) fn new(field: &str) -> Self {
        Self(vec![field.to_owned()])
    }

    /// Parses a path as a CRD writes it, such as `.spec.replicas`.
    pub(super) fn parse(path: &str) -> Self {
        Self(Vec::new()).join(path, None)
    }

    /// This path and then a relative one, such as `.replicas` or `['a.b']`.
    ///
    /// With the schema of the part that the path starts in, a field whose own name has dots is found too.
    pub(super) fn join(&self, relative: &str, schema: Option<&Map>) -> Self {
        let mut path = self.clone();
        let mut rest = relative;
        while !rest.is_empty() {
            if let Some((name, after)) = rest.strip_prefix("['").and_then(|rest| rest.split_once("']")) {
                path.0.push(name.to_owned());
                rest = after;
                continue;
            }
            let dotted = rest.strip_prefix('.').unwrap_or(rest);
            let known =
                schema.and_then(|schema| path.schema(schema)).and_then(|schema| longest(schema, dotted));
            let length = known.or_else(|| dotted.find(['.', '['])).unwrap_or(dotted.len());
            let (name, after) = dotted.split_at(length);
            if !name.is_empty() {
                path.0.push(name.to_owned());
            }
            rest = after;
        }
        path
    }

    /// As the API server and kubectl read it.
    pub(super) fn json_path(&self) -> String {
        let plain = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        self.0
            .iter()
            .map(|name| if plain(name) { format!(".{name}") } else { format!("['{name}']") })
            .collect()
    }

    /// The schema of the field, given the schema of the part that the path starts in. Keys of a map have the
    /// schema of its values.
    pub(super) fn schema<'a>(&self, part: &'a Map) -> Option<&'a Map> {
        self.0.iter().skip(1).try_fold(part, |schema, name| {
            let named = schema.get("properties").and_then(|named| named.get(name));
            named.or_else(|| schema.get("additionalProperties")).and_then(Value::as_object)
        })
    }

    /// The path of the surrounding field, and the name of this one.
    pub(super) fn split_last(&self) -> Option<(Self, &str)> {
        let (last, above) = self.0.split_last()?;
        Some((Self(above.to_vec()), last))
    }

    /// The field of the object itself that the path starts with.
    pub(super) fn part(&self) -> Option<&str> {
        self.0.first().map(String::as_str)
    }
}

/// Length of the longest field name that `text` starts with as a whole.
fn longest(schema: &Map, text: &str) -> Option<usize> {
    let names = schema.get("properties")?.as_object()?.keys();
    let whole = |name: &&String| {
        text.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    names.filter(whole).map(String::len).max()
}
