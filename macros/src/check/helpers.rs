//! Rules of the helpers of `#[crd(..)]`, as far as one type alone shows them.

use proc_macro2::Span;

use super::fields::Place;
use crate::{
    cel,
    error::{Errors, error},
    model::{Described, Field, Helpers, ListKind, Shape, types},
};

/// More selectable fields are refused by the server.
const MOST_SELECTABLE: usize = 8;

pub fn check(model: &Described, place: Place, errors: &mut Errors) {
    for field in &model.fields {
        check_one_kind(&field.helpers, errors);
        check_immutable(field, place, errors);
        check_set(field, errors);
        check_int_or_string(field, errors);
        check_selectable(field, errors);
        check_visible(model, field, errors);
    }
    for span in model.fields.iter().filter_map(|field| field.helpers.selectable).skip(MOST_SELECTABLE) {
        errors.push(error(&span, "a kind has at most 8 selectable fields: the server takes no more"));
    }
}

/// `#[crd(list(set), int_or_string)]`.
fn check_one_kind(helpers: &Helpers, errors: &mut Errors) {
    let list = helpers.list.as_ref().map(|list| ("list(..)", list.key));
    let int_or_string = helpers.int_or_string.map(|span| ("int_or_string", span));
    let preserve_unknown = helpers.preserve_unknown.map(|span| ("preserve_unknown", span));
    let mut kinds = [list, int_or_string, preserve_unknown].into_iter().flatten();
    let Some((first, _)) = kinds.next() else { return };
    for (second, span) in kinds {
        let message = format!("a field is a list, a text or an object: keep `{first}` or `{second}`");
        errors.push(error(&span, message));
    }
}

/// `#[crd(immutable)]` in a status, on the number that is scaled, or where no rule can name it.
fn check_immutable(field: &Field, place: Place, errors: &mut Errors) {
    let Some(span) = field.helpers.immutable else { return };
    if place == Place::Status {
        let message = "a status changes: `immutable` is for what users write";
        errors.push(error(&span, message));
    } else if field.scale.is_some() {
        let message = "`scale` lets anybody change this number, and `immutable` nobody: keep one of them";
        errors.push(error(&span, message));
    } else if let Some(wire) = &field.wire
        && cel::name_of(wire).is_none()
    {
        let message = format!(
            "no rule can name `{wire}`, so nothing keeps it: use letters, digits, `_`, `-`, `.`, `/`"
        );
        errors.push(error(&span, message));
    }
}

/// `#[crd(list(set))] names: Vec<Option<String>>`.
fn check_set(field: &Field, errors: &mut Errors) {
    let Some(list) = &field.helpers.list else { return };
    let ty = types::without_option(&field.ty);
    if matches!(list.kind, ListKind::Set) && types::argument_of(ty, "Vec").is_some_and(types::is_option) {
        errors.push(error(&list.span, "a set has no nulls: make it a list of the type without `Option`"));
    }
}

/// `#[crd(int_or_string)] port: u16`, which could not be read from a text.
fn check_int_or_string(field: &Field, errors: &mut Errors) {
    let Some(span) = field.helpers.int_or_string else { return };
    if field.helpers.list.is_some() || field.helpers.preserve_unknown.is_some() {
        return;
    }
    let ty = types::without_option(&field.ty);
    if ["IntOrString", "Quantity"].iter().any(|name| types::is_named(ty, name)) {
        errors.push(error(&span, "this type is an integer or a string by itself: remove `int_or_string`"));
    } else if !field.read_by && !field.is_text() {
        let message = "`int_or_string` is for a `String`, which gets the digits of an integer; for another type add \
                       `#[serde(deserialize_with = \"path\")]`, or take `kubewright::k8s::IntOrString`";
        errors.push(error(&span, message));
    }
}

/// `#[crd(selectable)] #[serde(rename = "a.b")]`.
fn check_selectable(field: &Field, errors: &mut Errors) {
    if let (Some(span), Some(wire)) = (field.helpers.selectable, &field.wire)
        && !wire.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
    {
        let message = format!("no selector can name `{wire}`: use letters, digits, `_` and `-`");
        errors.push(error(&span, message));
    }
}

/// `#[crd(immutable)] #[serde(flatten)]`, `#[crd(list(set))] #[serde(skip)]`.
fn check_visible(model: &Described, field: &Field, errors: &mut Errors) {
    let helpers = &field.helpers;
    let path: [Option<Span>; 2] = [helpers.selectable, helpers.immutable];
    let schema =
        [helpers.list.as_ref().map(|list| list.key), helpers.int_or_string, helpers.preserve_unknown];
    let newtype = model.item.shape == Shape::Newtype;
    for span in path.into_iter().chain(schema).flatten() {
        if !field.in_schema {
            errors.push(error(&span, "this field is not in the CRD: serde does not read it"));
        } else if field.wire.is_none() && !newtype {
            errors.push(error(&span, "this field is flattened: mark the fields of its type"));
        }
    }
    for span in path.into_iter().flatten().filter(|_| newtype) {
        errors.push(error(&span, "a type has no path: mark the fields that are of this type"));
    }
}
