//! Rules of `#[status]`, `#[derive(ConditionType)]` and `#[derive(Failure)]`.

use quote::ToTokens;

use super::{fields, k8s, rules, shape};
use crate::{
    attr::item::unraw,
    error::{Errors, error, missing},
    model::{Conditions, Failure, Field, Status, types},
};

pub fn status(model: &Status, errors: &mut Errors) {
    shape::check_spec(&model.described, "#[status]", errors);
    shape::check_strays(&model.described, errors);
    shape::check_beside(&model.described, errors);
    if model.described.item.shape == crate::model::Shape::Struct {
        check_conditions(model, errors);
        check_observed_generation(model, errors);
        check_last_update_time(model, errors);
    }
    fields::check(&model.described, fields::Place::Status, errors);
    rules::check(&model.described, errors);
}

/// A status without `conditions`, or with an untyped list.
fn check_conditions(model: &Status, errors: &mut Errors) {
    match model.described.fields.iter().find(|field| field.name == "conditions") {
        Some(field) if model.condition.is_none() => {
            let message = "the conditions are a typed list: `conditions: Conditions<MyAppCondition>`, of an enum with \
                           `#[derive(ConditionType)]`";
            errors.push(error(&field.span, message));
        }
        Some(field) => check_filled(field, errors),
        None => errors.push(missing(format!(
            "a status has conditions: add `{}conditions: Conditions<MyAppCondition>,` with an enum that has \
             `#[derive(ConditionType)]`",
            visibility(model)
        ))),
    }
}

/// `#[serde(skip)] conditions`: the runtime fills the JSON.
fn check_filled(field: &Field, errors: &mut Errors) {
    if field.skipped.is_some() || field.wire.is_none() {
        let message = format!(
            "the runtime fills in `{}`, and this field is not in the JSON: remove the attribute of serde",
            field.name
        );
        errors.push(error(&field.span, message));
    }
}

/// A status without `observed_generation`, or with another type than the runtime fills in.
fn check_observed_generation(model: &Status, errors: &mut Errors) {
    match model.described.fields.iter().find(|field| field.name == "observed_generation") {
        Some(field) => {
            if types::argument_of(&field.ty, "Option").is_none_or(|ty| !types::is_named(ty, "i64")) {
                let message = "the runtime fills this in: `observed_generation: Option<i64>`";
                errors.push(error(&field.span, message));
            }
            check_filled(field, errors);
        }
        None => errors.push(missing(format!(
            "a status says which generation it speaks of: add `{}observed_generation: Option<i64>,`",
            visibility(model)
        ))),
    }
}

/// `#[status(last_update_time)]` twice, or on something that is no time.
fn check_last_update_time(model: &Status, errors: &mut Errors) {
    let marked = model.described.fields.iter().filter_map(|field| Some((field, field.last_update_time?)));
    for (i, (field, mark)) in marked.enumerate() {
        if types::argument_of(&field.ty, "Option").is_none_or(|ty| !types::is_named(ty, "Time")) {
            let message = format!("the runtime fills in a time here: `{}: Option<Time>`", field.name);
            errors.push(error(&mark, message));
        }
        if i > 0 {
            errors.push(error(&mark, "another field has `last_update_time` already: keep one of them"));
        }
    }
}

/// The visibility of the struct, as its fields are likely to have it.
fn visibility(model: &Status) -> String {
    let vis = model.described.item.input.vis.to_token_stream().to_string();
    if vis.is_empty() { vis } else { format!("{vis} ") }
}

pub fn conditions(model: &Conditions, errors: &mut Errors) {
    let Some(variants) = &model.variants else { return };
    for variant in variants {
        if let Some(fields) = variant.fields {
            errors.push(error(&fields, format!("a condition type is a name alone: `{}`", variant.ident)));
        }
        let name = unraw(&variant.ident);
        if let Err(problem) = k8s::condition(&name) {
            errors.push(error(&variant.ident, format!("the condition type `{name}` {problem}")));
        }
    }
    let ready = |name: &str| name.eq_ignore_ascii_case("Ready");
    if !variants.is_empty() && !variants.iter().any(|variant| ready(&unraw(&variant.ident))) {
        let message =
            "every object says whether it is ready: add the variant `Ready`, which the runtime sets";
        errors.push(error(&model.ident, message));
    }
    if variants.is_empty() {
        errors.push(error(&model.ident, "condition types are an enum with `Ready` in it: `{ Ready, .. }`"));
    }
}

pub fn failure(model: &Failure, errors: &mut Errors) {
    for verdict in &model.variants {
        check_condition(model, verdict, errors);
        if let Err(problem) = k8s::reason(&verdict.reason.value) {
            errors.push(error(
                &verdict.reason.span,
                format!("the reason `{}` {problem}", verdict.reason.value),
            ));
        }
        if let Some(field) = &verdict.field
            && let Err(problem) = k8s::field_path(&field.value)
        {
            errors.push(error(&field.span, format!("the field `{}` {problem}", field.value)));
        }
    }
}

/// `condition = Invalid` without the enum that has it, and `condition = Ready`.
fn check_condition(model: &Failure, verdict: &crate::model::Verdict, errors: &mut Errors) {
    let Some(condition) = &verdict.condition else { return };
    if unraw(condition) == "Ready" {
        let message =
            "every error sets `Ready` to `False` already: name a condition that becomes `True`, or none";
        errors.push(error(condition, message));
    } else if model.conditions.is_none() && !model.conditions_unread {
        let message = format!(
            "in which enum is `{condition}`? Add `#[failure(conditions = MyAppCondition)]` to `{}`",
            model.ident
        );
        errors.push(error(condition, message));
    }
}
