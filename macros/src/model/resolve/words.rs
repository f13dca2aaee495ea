//! What is said about names in rules.

use super::super::{Described, rule::Subject};
use crate::{
    attr::item::unraw,
    cel::{self, ELSEWHERE, Path, Segment, Unknown},
    error::{listed, near_miss},
};

/// Longer lists of fields help nobody.
const MOST_FIELDS: usize = 12;

/// What an expression is written as, and what it is about.
pub struct Words<'a> {
    pub source: &'a str,
    pub subject: Subject<'a>,
}

impl Words<'_> {
    /// A name that is no variable.
    pub fn unknown(&self, unknown: &Unknown) -> String {
        let name = &unknown.name;
        if let Subject::Struct(model) = self.subject
            && let Some((_, meant)) = field_called(model, name)
        {
            return format!("`{name}` is a field: write `self.{meant}`");
        }
        if let Subject::Value(field) = self.subject
            && (field.name == *name || field.wire.as_ref() == Some(name))
        {
            return format!("the value of `{name}` is called `self` here: write `self`");
        }
        if ELSEWHERE.contains(&name.as_str()) {
            return format!(
                "`{name}` is known to admission policies: a rule knows `self` and `oldSelf`, the same object before"
            );
        }
        let known: Vec<&str> =
            ["self", "oldSelf"].into_iter().chain(unknown.variables.iter().map(String::as_str)).collect();
        match near_miss(name, &known) {
            Some(meant) => format!("nothing is called `{name}` here: did you mean `{meant}`?"),
            None => format!("nothing is called `{name}` here: a rule knows {}", listed(&known)),
        }
    }

    /// A field that the struct does not have.
    pub fn no_field(&self, model: &Described, path: &Path, step: usize) -> String {
        let Segment::Field(name) = &path.steps[step].segment else { return String::new() };
        let written = self.written(path, step);
        let with = |other: &str| format!("{}{other}", written.strip_suffix(name.as_str()).unwrap_or("self."));
        let ident = unraw(model.item.ident());
        if let Some(skipped) = model.fields.iter().find(|field| !field.in_schema && field.name == *name) {
            return format!("`{}` is not in the JSON: serde skips it", skipped.name);
        }
        if let Some((wire, meant)) = field_called(model, name) {
            let meant_whole = with(&meant);
            return if wire == meant {
                format!("rules take the names of the JSON: write `{meant_whole}` for `{written}`")
            } else if wire == *name {
                format!("CEL reserves the word `{name}`: rules write the field as `{meant_whole}`")
            } else {
                format!("`{name}` is `{wire}` in JSON, which rules write as `{meant_whole}`")
            };
        }
        let names: Vec<String> = names(model);
        let cut = names.iter().find(|known| known.starts_with(&format!("{name}__")));
        if let Some(whole) = cut {
            return format!("`{ident}` has no field `{name}`: did you mean `{}`?", with(whole));
        }
        if step == 0
            && let Some(advice) = advice(model, name)
        {
            return advice;
        }
        let known: Vec<&str> = names.iter().map(String::as_str).collect();
        match near_miss(name, &known) {
            Some(meant) => format!("`{ident}` has no field `{name}`: did you mean `{}`?", with(meant)),
            None if known.is_empty() || known.len() > MOST_FIELDS => {
                format!("`{ident}` has no field `{name}`")
            }
            None => format!("`{ident}` has no field `{name}`: it has {}", listed(&known)),
        }
    }

    /// A field of something that has none.
    pub fn plain(&self, what: &str, path: &Path, step: usize) -> String {
        let Segment::Field(name) = &path.steps[step].segment else { return String::new() };
        if let (0, Subject::Value(field)) = (step, self.subject)
            && field.wire.is_some()
        {
            let own = field.name == *name || field.wire.as_deref() == Some(name);
            return match own {
                true => {
                    format!("`self` is the value of `{name}` here: write `self` in place of `self.{name}`")
                }
                false => format!(
                    "`self` is the value of `{}` here, {what}: a rule about several fields stands on the struct",
                    field.name
                ),
            };
        }
        format!("{} is {what}: it has no field `{name}`", self.before(path, step))
    }

    /// A field that another type may not have: told if it has none.
    pub fn missing(&self, path: &Path, step: usize) -> String {
        let Segment::Field(name) = &path.steps[step].segment else { return String::new() };
        let before = self.before(path, step);
        format!("there is no field `{name}` in {before}: rules take the names of the JSON, such as `maxSize`")
    }

    /// A field that may be absent.
    pub fn absent(&self, path: &Path, step: usize) -> String {
        let Segment::Field(name) = &path.steps[step].segment else { return String::new() };
        let written = self.written(path, step);
        let asked = match written.strip_suffix(name.as_str()) {
            Some(before) => format!("{before}?{name}"),
            None => format!("self.?{name}"),
        };
        format!(
            "`{written}` may be absent, and the rule then fails: write `!has({written}) || ..`, or `{asked}.orValue(..)`"
        )
    }

    /// What a step takes a field of, as it is written.
    fn before(&self, path: &Path, step: usize) -> String {
        let Segment::Field(name) = &path.steps[step].segment else { return String::new() };
        let written = self.written(path, step);
        let before = written.strip_suffix(name.as_str()).unwrap_or("self");
        format!("`{}`", before.trim_end_matches(['.', '?']))
    }

    /// A path up to a step, as it is written.
    fn written(&self, path: &Path, step: usize) -> String {
        let last = &path.steps[step];
        let Segment::Field(name) = &last.segment else { return String::new() };
        let length = (last.at + name.chars().count()).saturating_sub(path.at);
        let written: String = self.source.chars().skip(path.at).take(length).collect();
        let fits = written.ends_with(name.as_str()) && !written.contains(['(', '\n']);
        if fits {
            written.trim_start_matches('.').to_owned()
        } else {
            format!("self..{name}").replace("..", ".")
        }
    }
}

/// Whether an object may have more fields than are known here.
pub fn is_open(model: &Described) -> bool {
    model.fields.iter().any(|field| field.in_schema && field.wire.is_none())
}

/// Why a path in JSON leads nowhere.
pub fn no_such_path(model: &Described, wire: &str) -> String {
    let ident = unraw(model.item.ident());
    let known: Vec<&str> = model
        .fields
        .iter()
        .filter(|field| field.in_schema)
        .filter_map(|field| field.wire.as_deref())
        .collect();
    let meant = model.fields.iter().find(|field| field.name == wire).and_then(|field| field.wire.as_deref());
    match meant.or_else(|| near_miss(wire, &known)) {
        Some(meant) => format!("`{ident}` has no field `{wire}` in JSON: did you mean `.{meant}`?"),
        None => format!("`{ident}` has no field `{wire}` in JSON"),
    }
}

/// The field that has this name in Rust or, without escapes, in JSON: its name in JSON and in CEL.
fn field_called(model: &Described, name: &str) -> Option<(String, String)> {
    let named = model
        .fields
        .iter()
        .filter(|field| field.in_schema)
        .find(|field| field.name == name || field.wire.as_deref() == Some(name));
    let wire = named.and_then(|field| field.wire.as_deref())?;
    Some((wire.to_owned(), cel::name_of(wire)?))
}

/// Names that rules can say.
fn names(model: &Described) -> Vec<String> {
    let wires = model.fields.iter().filter(|field| field.in_schema).filter_map(|field| field.wire.as_deref());
    wires.filter_map(cel::name_of).collect()
}

/// Parts of the whole object, which a rule does not see.
fn advice(model: &Described, name: &str) -> Option<String> {
    let ident = unraw(model.item.ident());
    match name {
        "spec" if ident.ends_with("Spec") => {
            Some("`self` is the spec itself here: write `self.x` in place of `self.spec.x`".to_owned())
        }
        "status" if ident.ends_with("Status") => {
            Some("`self` is the status itself here: write `self.x` in place of `self.status.x`".to_owned())
        }
        "metadata" | "spec" | "status" | "apiVersion" | "kind" => {
            Some(format!("`self` is `{ident}` here: its rules do not see the object's `{name}`"))
        }
        _ => None,
    }
}
