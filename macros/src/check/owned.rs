//! Rules of the options of an entry of `owns(..)` other than `depends_on`.

use crate::{
    attr::owns::last,
    error::{Errors, error, near_miss},
    model::{FieldPath, Owned, Step},
};

/// Kinds that are data, or hold the data of others. The runtime never deletes one of these to make it anew.
const DATA: [&str; 4] =
    ["PersistentVolumeClaim", "PersistentVolume", "Namespace", "CustomResourceDefinition"];

pub fn check(entry: &Owned, errors: &mut Errors) {
    check_recreation(entry, errors);
    for (i, path) in entry.shared.iter().enumerate() {
        let problem = check_path(path).or_else(|| check_twice(path, &entry.shared[..i]));
        errors.extend(problem.map(|(at, message)| error(&at.span, message)));
    }
}

/// `Deployment(on_immutable = recreate, retain)`, `PersistentVolumeClaim(on_immutable = recreate)`.
fn check_recreation(entry: &Owned, errors: &mut Errors) {
    let Some(policy) = &entry.on_immutable else { return };
    let kind = last(&entry.kind).to_string();
    if entry.retain {
        let message = "a child that is retained is never deleted, so it can't be recreated: leave out \
                       `on_immutable` or `retain`";
        errors.push(error(&policy.span, message));
    } else if DATA.contains(&kind.as_str()) {
        let article = if kind.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
        let message = format!(
            "{article} `{kind}` can't be recreated: what it holds would be lost; leave `on_immutable` out, and a \
             refused change is reported"
        );
        errors.push(error(&policy.span, message));
    } else if kind == "StatefulSet" && !policy.orphan {
        errors.push(error(
            &policy.span,
            "a `StatefulSet` is recreated around its pods: write `on_immutable = recreate(orphan)`",
        ));
    }
}

type Problem<'a> = Option<(&'a Step, String)>;

/// A path that no body has, or that is not to be left to others.
fn check_path(path: &FieldPath) -> Problem<'_> {
    let [first, rest @ ..] = path.0.as_slice() else { return None };
    let name = first.name.as_str();
    let message = match (name, rest) {
        ("status", _) => "a status is the child's own and never sent: there is nothing to share".to_owned(),
        ("apiVersion" | "kind", _) => {
            format!("`{name}` says which object it is, and can't be left to others")
        }
        ("metadata", [part, _]) if matches!(part.name.as_str(), "labels" | "annotations") => return None,
        ("metadata", _) => "of the metadata one label or annotation can be shared: \
                            `metadata.annotations[\"example.com/note\"]`"
            .to_owned(),
        ("stringData", rest) => {
            let rest: String = rest.iter().map(text).collect();
            format!("`stringData` is sent as `data`: write `data{rest}`")
        }
        ("spec", []) => "`spec` is all that is wanted: name one field, such as `spec.replicas`".to_owned(),
        ("replicas", []) => {
            "a path begins at the top of the object: did you mean `spec.replicas`?".to_owned()
        }
        _ => match near_miss(name, &["spec", "data", "binaryData"]) {
            Some(meant) if meant != name => {
                format!("an object has no `{name}`: did you mean `{meant}`?")
            }
            _ => return check_case(path),
        },
    };
    Some((first, message))
}

/// `spec.min_ready_seconds`.
fn check_case(path: &FieldPath) -> Problem<'_> {
    // The keys of a map are the user's own.
    let map = path.0.first().is_some_and(|first| matches!(first.name.as_str(), "data" | "binaryData"));
    let step = path.0.iter().find(|step| !map && !step.quoted && step.name.contains('_'))?;
    let mut words = step.name.split('_').filter(|word| !word.is_empty());
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (head, tail) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        camel.push_str(&head.to_uppercase());
        camel.push_str(tail);
    }
    Some((step, format!("a field is called as it is in YAML: did you mean `{camel}`?")))
}

/// `shared(spec.replicas, spec.replicas)`, `shared(spec.template, spec.template.spec)`.
fn check_twice<'a>(path: &'a FieldPath, before: &[FieldPath]) -> Problem<'a> {
    let names = |path: &FieldPath| path.0.iter().map(|step| step.name.clone()).collect::<Vec<_>>();
    let own = names(path);
    let at = path.0.last()?;
    let other = before.iter().find(|other| {
        let other = names(other);
        own.starts_with(&other) || other.starts_with(&own)
    })?;
    let (this, that) = (written(path), written(other));
    Some(match path.0.len().cmp(&other.0.len()) {
        std::cmp::Ordering::Equal => (at, format!("`{this}` is named twice: keep one of them")),
        std::cmp::Ordering::Greater => (at, format!("`{this}` is a part of `{that}`: keep one of them")),
        std::cmp::Ordering::Less => (at, format!("`{that}` is a part of `{this}`: keep one of them")),
    })
}

/// A path as the user writes it.
fn written(path: &FieldPath) -> String {
    let text: String = path.0.iter().map(text).collect();
    text.trim_start_matches('.').to_owned()
}

fn text(step: &Step) -> String {
    if step.quoted { format!("[\"{}\"]", step.name) } else { format!(".{}", step.name) }
}
