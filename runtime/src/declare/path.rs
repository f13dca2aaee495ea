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

    /// This path and then a relative one, such as `.replicas`, `.a\.b` or `['a\.b']`.
    ///
    /// With the schema of the part that the path starts in, a field whose own name has dots is found too.
    pub(super) fn join(&self, relative: &str, schema: Option<&Map>) -> Self {
        let mut path = self.clone();
        let mut rest = relative;
        while !rest.is_empty() {
            if let Some((name, after)) = rest.strip_prefix("['").and_then(|rest| rest.split_once("']")) {
                path.0.push(name.replace('\\', ""));
                rest = after;
                continue;
            }
            let dotted = rest.strip_prefix('.').unwrap_or(rest);
            let known =
                schema.and_then(|schema| path.schema(schema)).and_then(|schema| longest(schema, dotted));
            let (name, after) = dotted.split_at(known.unwrap_or_else(|| end_of_name(dotted)));
            if !name.is_empty() {
                path.0.push(name.replace('\\', ""));
            }
            rest = after;
        }
        path
    }

    /// As the API server and kubectl read it. To them `['a.b']` is `.a.b`, two fields: only `\` keeps a dot in a name.
    pub(super) fn json_path(&self) -> String {
        let mut path = String::new();
        for name in &self.0 {
            path.push('.');
            for letter in name.chars() {
                if !letter.is_alphanumeric() && !['_', '-', '/'].contains(&letter) {
                    path.push('\\');
                }
                path.push(letter);
            }
        }
        path
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

/// Where the name ends that `text` starts with: at the first dot or bracket that is not escaped.
fn end_of_name(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().find(|(_, letter)| {
        let here = !escaped && ['.', '['].contains(letter);
        escaped = !escaped && *letter == '\\';
        here
    });
    end.map_or(text.len(), |(at, _)| at)
}

/// Length of the longest field name that `text` starts with as a whole.
fn longest(schema: &Map, text: &str) -> Option<usize> {
    let names = schema.get("properties")?.as_object()?.keys();
    let whole = |name: &&String| {
        text.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    names.filter(whole).map(String::len).max()
}
