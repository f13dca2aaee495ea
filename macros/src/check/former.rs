//! Rules of `former_finalizers(..)`, `former_managers(..)` and `formerly_owns(..)`.

use super::k8s;
use crate::{
    attr::owns::last,
    error::{Errors, error},
    model::{Operator, Text, types},
};

pub fn check(model: &Operator, errors: &mut Errors) {
    check_finalizers(model, errors);
    check_managers(model, errors);
    check_owned(model, errors);
}

/// `former_finalizers("cleanup", "example.com/now")`.
fn check_finalizers(model: &Operator, errors: &mut Errors) {
    let names = &model.former.finalizers;
    check_once("finalizer", names, errors);
    for name in names {
        if let Err(problem) = k8s::stored_finalizer(&name.value) {
            errors.push(error(&name.span, format!("the former finalizer `{}` {problem}", name.value)));
        } else if model.finalizer.as_ref().is_some_and(|now| now.value == name.value) {
            let message = format!("`{}` is the finalizer of this release: remove it here", name.value);
            errors.push(error(&name.span, message));
        }
    }
}

/// `former_managers("", "myapp-operator")`.
fn check_managers(model: &Operator, errors: &mut Errors) {
    let names = &model.former.managers;
    check_once("field manager", names, errors);
    for name in names {
        if let Err(problem) = k8s::field_manager(&name.value) {
            errors.push(error(&name.span, format!("the former field manager `{}` {problem}", name.value)));
        } else if name.value == model.name.value {
            let message = format!("`{}` is the name of this operator: remove it here", name.value);
            errors.push(error(&name.span, message));
        }
    }
}

/// `formerly_owns(ConfigMap, ConfigMap)`, `owns(ConfigMap), formerly_owns(ConfigMap)`.
fn check_owned(model: &Operator, errors: &mut Errors) {
    let kinds = &model.former.owns;
    for (i, path) in kinds.iter().enumerate() {
        let kind = last(path);
        let message = if kinds[..i].iter().any(|other| types::same(other, path)) {
            format!("`{kind}` is in `formerly_owns(..)` twice: keep one of them")
        } else if model.owns.iter().any(|owned| types::same(&owned.kind, path)) {
            format!("`{kind}` is owned: what is no longer wanted of it is deleted anyway, so remove it here")
        } else if path.is_ident(&model.kind) {
            format!("`{kind}` is the operator's own kind, which it can never have owned")
        } else {
            continue;
        };
        errors.push(error(kind, message));
    }
}

fn check_once(what: &str, names: &[Text], errors: &mut Errors) {
    for (i, name) in names.iter().enumerate() {
        if names[..i].iter().any(|other| other.value == name.value) {
            let message = format!("the former {what} `{}` is given twice: keep one of them", name.value);
            errors.push(error(&name.span, message));
        }
    }
}
