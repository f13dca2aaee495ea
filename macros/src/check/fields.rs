//! Rules of `#[crd(..)]` and `#[status(..)]` on fields.

use proc_macro2::Span;
use syn::Type;

use super::{bounds, helpers};
use crate::{
    error::{Errors, error},
    model::{Described, Field, Shape, types},
};

/// Where a struct with fields stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Spec,
    Schema,
    Status,
}

pub fn check(model: &Described, place: Place, errors: &mut Errors) {
    for field in &model.fields {
        check_default(field, place, errors);
        check_scale(field, place, errors);
        check_column(field, errors);
        check_visible(field, place, errors);
        check_names(field.names_differ, errors);
        bounds::check(field, errors);
        if field.in_schema && field.has_own_schema {
            super::json::check_tuples(&field.ty, errors);
        }
        // What a generic type borrows is told at its lifetime.
        if model.item.input.generics.params.is_empty() {
            check_borrowed(field, errors);
        }
        if let (Some(span), true) = (field.last_update_time, place != Place::Status) {
            errors.push(error(&span, "`last_update_time` belongs in a struct with `#[status]`"));
        }
    }
    check_names(model.item.serde.names_differ, errors);
    helpers::check(model, place, errors);
    check_distinct(model, errors);
    check_once(model, "scale", |field| field.scale, errors);
    check_once(model, "scale(selector)", |field| field.selector, errors);
}

/// `#[crd(default = 1)] replicas: Option<i32>`, a default in a status, two defaults.
fn check_default(field: &Field, place: Place, errors: &mut Errors) {
    let Some(default) = &field.default else { return };
    if place == Place::Status {
        let message = "a status has no defaults: the operator fills it, and absent members are zero or empty";
        errors.push(error(&default.key, message));
    } else if let Some(inner) = types::argument_of(&field.ty, "Option") {
        let inner = quote::ToTokens::to_token_stream(inner).to_string().replace(' ', "");
        let message = format!("with a default it is never absent: write `{}: {inner}`", field.name);
        errors.push(error(&default.key, message));
    } else if let Some((text, what)) = field.misfit() {
        let fits =
            if what == "a number" { text.parse::<f64>().is_ok() } else { text.parse::<bool>().is_ok() };
        let instead =
            if fits { format!("write `default = {text}`") } else { "write one without quotes".to_owned() };
        let message = format!("`{}` is {what}, and this default a text: {instead}", field.name);
        errors.push(error(&default.value, message));
    } else if field.serde_default.or(field.serde_default_path).is_some() {
        let message = "there is a `#[serde(default)]` on this field already: keep one of them";
        errors.push(error(&default.key, message));
    }
}

/// `scale(selector)` in a spec; `scale` on an option, where the server would find no number.
fn check_scale(field: &Field, place: Place, errors: &mut Errors) {
    if let (Some(span), true) = (field.selector, place == Place::Spec) {
        let message =
            "`scale(selector)` marks the field of the status that says which pods are counted: put it there";
        errors.push(error(&span, message));
    }
    if let (Some(span), true) = (field.scale, types::is_option(&field.ty)) {
        let message = format!(
            "the scale subresource needs a number at all times: `#[crd(scale, default = 1)] {}: i32`",
            field.name
        );
        errors.push(error(&span, message));
    }
    if let (Some(scale), Some(_)) = (field.scale, field.selector) {
        errors.push(error(
            &scale,
            "one field can't be both the number and the selector of the scale subresource",
        ));
    }
}

/// `#[crd(column(name = ""))]`, a priority below zero.
fn check_column(field: &Field, errors: &mut Errors) {
    let Some(column) = &field.column else { return };
    if column.name.value.is_empty() {
        errors.push(error(&column.name.span, "a column needs a title"));
    }
    if column.priority < 0 {
        errors.push(error(
            &column.span,
            "a column's priority is 0, or above for those that only `-o wide` shows",
        ));
    }
}

/// `#[serde(rename(serialize = "a", deserialize = "b"))]`: what Rust writes is then pruned.
fn check_names(differ: Option<Span>, errors: &mut Errors) {
    if let Some(span) = differ {
        let message =
            "the server knows a field by one name: give one for reading and writing, as in `rename = \"..\"`";
        errors.push(error(&span, message));
    }
}

/// `#[crd(column)] #[serde(skip)]`; in a status also `skip_serializing`, because only Rust writes it.
fn check_visible(field: &Field, place: Place, errors: &mut Errors) {
    let column = field.column.as_ref().map(|column| column.span);
    let never = !field.in_schema || place == Place::Status && field.skipped.is_some();
    for span in [column, field.scale, field.selector].into_iter().flatten() {
        if never {
            errors.push(error(&span, "this field is not in the JSON: serde skips it"));
        } else if field.wire.is_none() {
            errors.push(error(&span, "this field has no path of its own: mark the fields of its type"));
        }
    }
}

/// Two fields of one name in the JSON, of which serde would write both and read one.
fn check_distinct(model: &Described, errors: &mut Errors) {
    // Of fields without names something else is said.
    if model.item.shape != Shape::Struct {
        return;
    }
    // With `cfg` one of them may be absent.
    let certain = |field: &&Field| field.cfgs.is_empty() && field.skipped.is_none();
    let fields: Vec<_> = model.fields.iter().filter(certain).collect();
    for (at, field) in fields.iter().enumerate() {
        let Some(wire) = &field.wire else { continue };
        if let Some(other) = fields[..at].iter().find(|other| other.wire.as_ref() == Some(wire)) {
            let message =
                format!("`{}` is called `{wire}` in the JSON already: rename one of them", other.name);
            errors.push(error(&field.span, message));
        }
    }
}

/// `name: &'static str`, which can't be read from JSON.
fn check_borrowed(field: &Field, errors: &mut Errors) {
    if let Some(reference) = types::borrowed(&field.ty) {
        let owned = match &*reference.elem {
            ty if types::is_named(ty, "str") => "`String`".to_owned(),
            Type::Slice(_) => "`Vec<..>`".to_owned(),
            _ => "the type itself".to_owned(),
        };
        errors.push(error(
            &reference.and_token,
            format!("what is read from JSON borrows nothing: write {owned}"),
        ));
    }
}

/// `#[crd(scale)]` on two fields.
fn check_once(model: &Described, what: &str, find: impl Fn(&Field) -> Option<Span>, errors: &mut Errors) {
    for again in model.fields.iter().filter_map(find).skip(1) {
        errors.push(error(&again, format!("another field has `{what}` already: keep one of them")));
    }
}
