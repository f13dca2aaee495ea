//! Rules of the entries of `owns(..)`.

use syn::Ident;

use super::{k8s, owned};
use crate::{
    attr::{item::unraw, owns::last},
    error::{Errors, error, listed, near_miss},
    model::{Operator, Owned, types},
};

pub fn check(model: &Operator, errors: &mut Errors) {
    check_owned_entries(model, errors);
    for entry in &model.owns {
        check_dependencies(model, entry, errors);
        owned::check(entry, errors);
    }
    check_served(model, errors);
    check_circles(model, errors);
}

/// `owns(ConfigMap, ConfigMap)`, `owns(a: ConfigMap, a: Secret)`.
fn check_owned_entries(model: &Operator, errors: &mut Errors) {
    for (i, entry) in model.owns.iter().enumerate() {
        let before = &model.owns[..i];
        if let Some(other) = before.iter().find(|other| types::same(&other.kind, &entry.kind))
            && (!entry.named || !other.named)
        {
            let kind = last(&entry.kind);
            let message = format!(
                "`{kind}` is owned twice: name both entries, such as `config: {kind}, extra: {kind}`, or own \
                 `Vec<{kind}>`"
            );
            errors.push(error(kind, message));
        } else if before.iter().any(|other| other.entry == entry.entry) {
            let at = if entry.named { &entry.entry } else { last(&entry.kind) };
            let message = format!("there is an entry `{}` already: give this one another name", entry.entry);
            errors.push(error(at, message));
        }
        let name = unraw(&entry.entry);
        let inner = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        let problem = if name.len() > k8s::LABEL {
            "at most 63 characters"
        } else if is_no_field(&entry.entry) || name.bytes().all(inner) && k8s::is_qualified(&name) {
            continue;
        } else {
            "lower case letters, digits and `_`, with a letter or digit at both ends"
        };
        if entry.named {
            let message = format!("the name of an entry is part of its children's names: {problem}");
            errors.push(error(&entry.entry, message));
        }
    }
}

/// `self_`, in place of a name of which something else is said already.
fn is_no_field(name: &Ident) -> bool {
    ["__", "self_", "Self_", "super_", "crate_"].iter().any(|none| name == none)
}

/// `owns(a: Monitor(if_served), b: Monitor)`.
fn check_served(model: &Operator, errors: &mut Errors) {
    for entry in &model.owns {
        let Some(span) = entry.if_served else { continue };
        let other = model
            .owns
            .iter()
            .find(|other| other.if_served.is_none() && types::same(&other.kind, &entry.kind));
        let Some(other) = other else { continue };
        let (kind, name) = (last(&entry.kind), unraw(&other.entry));
        let message = format!(
            "the cluster has a `{kind}` for both entries or for none: write `if_served` at `{name}`, too"
        );
        errors.push(error(&span, message));
    }
}

/// `Deployment(depends_on(confg, deployment, config, config))`.
fn check_dependencies(model: &Operator, entry: &Owned, errors: &mut Errors) {
    for (i, dependency) in entry.depends_on.iter().enumerate() {
        let name = unraw(&dependency.name);
        let message = if entry.depends_on[..i].iter().any(|other| unraw(&other.name) == name) {
            format!("`{name}` is named twice: keep one of them")
        } else if dependency.entry.is_none() {
            no_entry(model, entry, &name)
        } else if name == unraw(&entry.entry) {
            format!("`{name}` can't wait for itself: it would never be created")
        } else {
            continue;
        };
        errors.push(error(&dependency.name, message));
    }
}

fn no_entry(model: &Operator, entry: &Owned, name: &str) -> String {
    let others: Vec<String> = model
        .owns
        .iter()
        .map(|owned| unraw(&owned.entry))
        .filter(|other| *other != unraw(&entry.entry))
        .collect();
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    match near_miss(name, &others) {
        Some(meant) => format!("`owns(..)` has no entry `{name}`: did you mean `{meant}`?"),
        None if others.is_empty() => {
            format!("`owns(..)` has no entry `{name}`: there is nothing else to wait for")
        }
        None => format!("`owns(..)` has no entry `{name}`: the others are {}", listed(&others)),
    }
}

/// `owns(a: ConfigMap(depends_on = b), b: ConfigMap(depends_on = a))`. Each circle is told once, at its first entry.
fn check_circles(model: &Operator, errors: &mut Errors) {
    for first in 0..model.owns.len() {
        let Some(circle) = circle(model, first, &mut vec![first]) else { continue };
        let names: Vec<String> = circle.iter().map(|entry| unraw(&model.owns[*entry].entry)).collect();
        let second = circle.get(1).copied();
        let at = model.owns[first].depends_on.iter().find(|dependency| dependency.entry == second);
        let message = format!(
            "these entries wait for each other, so none of them would ever be created: `{}`",
            names.join(" -> ")
        );
        errors.extend(at.map(|dependency| error(&dependency.name, message)));
    }
}

/// A way from the end of `path` back to `first`, over entries that come later in the list.
fn circle(model: &Operator, first: usize, path: &mut Vec<usize>) -> Option<Vec<usize>> {
    let last = *path.last()?;
    for next in model.owns[last].depends_on.iter().filter_map(|dependency| dependency.entry) {
        if next == first && path.len() > 1 {
            return Some(path.iter().copied().chain([first]).collect());
        }
        if next > first && !path.contains(&next) {
            path.push(next);
            if let Some(found) = circle(model, first, path) {
                return Some(found);
            }
            path.pop();
        }
    }
    None
}
