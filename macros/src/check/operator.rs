//! Rules of `#[operator(..)]`.

use super::{fields, former, k8s, owns, pacing, rules, selector, shape};
use crate::{
    attr::{item::unraw, owns::last, value::path_text},
    error::{Errors, error},
    model::{Operator, Read, Text, types},
};

pub fn operator(model: &Operator, errors: &mut Errors) {
    shape::check_spec(&model.spec, "#[operator(..)]", errors);
    shape::check_strays(&model.spec, errors);
    shape::check_beside(&model.spec, errors);
    check_beside(model, errors);
    check_names(model, errors);
    check_finalizer(model, errors);
    former::check(model, errors);
    pacing::check(&model.pacing, errors);
    owns::check(model, errors);
    check_kinds_once(model, errors);
    check_not_its_own(model, errors);
    check_labels(model, errors);
    check_sources_once(model, errors);
    check_metadata_only(model, errors);
    fields::check(&model.spec, fields::Place::Spec, errors);
    rules::check(&model.spec, errors);
}

/// `kind = MyApp` for two structs of one module, `impl Reconcile for MyAppSpec`.
fn check_beside(model: &Operator, errors: &mut Errors) {
    if let Some(logic) = &model.spec_has {
        let (spec, kind) = (model.spec.item.ident(), &model.kind);
        let message = format!(
            "the logic belongs to the kind, which is made of this spec: write `impl {logic} for {kind}` in place of \
             `impl {logic} for {spec}`"
        );
        errors.push(error(spec, message));
    }
    if let Some(first) = &model.made_before {
        let message = format!(
            "`{first}` makes the kind `{0}` already: give this one another kind, or put it into a module of its own; \
             one operator has one version of its kind",
            model.kind
        );
        errors.push(error(&model.kind, message));
    }
}

/// `group = "Example"`, `plural = "My Apps"`, a name that is too long, a short name twice.
fn check_names(model: &Operator, errors: &mut Errors) {
    let kind = Text { value: unraw(&model.kind), span: model.kind.span(), written: true };
    let good_kind = k8s::kind(&kind.value).is_ok();
    let mut check = |what: &str, text: &Text, rule: fn(&str) -> Result<(), String>| {
        // What is made of a wrong kind is wrong as well: told once.
        if (text.written || good_kind)
            && let Err(problem) = rule(&text.value)
        {
            errors.push(error(&text.span, format!("{what} `{}` {problem}", text.value)));
        }
    };
    check("the operator's name", &model.name, k8s::operator_name);
    check("the group", &model.group, k8s::group);
    check("the version", &model.version, k8s::version);
    check("the kind", &kind, k8s::kind);
    check("the plural", &model.plural, k8s::label);
    check("the singular", &model.singular, k8s::label);
    for name in &model.short_names {
        check("the short name", name, k8s::label);
    }
    for name in &model.categories {
        check("the category", name, k8s::label);
    }
    let crd = model.plural.value.len() + 1 + model.group.value.len();
    let good = k8s::group(&model.group.value).is_ok() && k8s::label(&model.plural.value).is_ok();
    if good && crd > k8s::SUBDOMAIN {
        let message = format!(
            "the CRD's name, `<plural>.<group>`, would be {crd} characters long: at most 253 are allowed"
        );
        errors.push(error(&model.group.span, message));
    }
    for (what, names) in [("short name", &model.short_names), ("category", &model.categories)] {
        for (i, name) in names.iter().enumerate() {
            if names[..i].iter().any(|other| other.value == name.value) {
                errors.push(error(
                    &name.span,
                    format!("the {what} `{}` is given twice: keep one of them", name.value),
                ));
            }
        }
    }
    for name in &model.short_names {
        if name.value == model.plural.value || name.value == model.singular.value {
            let message =
                format!("`{}` is the plural or the singular already: a short name must differ", name.value);
            errors.push(error(&name.span, message));
        }
    }
}

/// `finalizer = "cleanup"`.
fn check_finalizer(model: &Operator, errors: &mut Errors) {
    if let Some(finalizer) = &model.finalizer
        && let Err(problem) = k8s::finalizer(&finalizer.value)
    {
        errors.push(error(&finalizer.span, format!("the finalizer `{}` {problem}", finalizer.value)));
    }
}

/// `owns(MyApp)` in the declaration of `MyApp`.
fn check_not_its_own(model: &Operator, errors: &mut Errors) {
    for entry in model.owns.iter().filter(|entry| entry.kind.is_ident(&model.kind)) {
        let message = format!(
            "`{0}` can't own `{0}`: every child would want children of its own, without end",
            model.kind
        );
        errors.push(error(&entry.kind, message));
    }
}

/// `watches(ConfigMap, ConfigMap)`, `watches(ConfigMap), reads(ConfigMap)`. What is cached may be read live as well.
fn check_kinds_once(model: &Operator, errors: &mut Errors) {
    for (i, entry) in model.watches.iter().enumerate() {
        if model.watches[..i].iter().any(|other| types::same(&other.kind, &entry.kind)) {
            let kind = last(&entry.kind);
            errors.push(error(kind, format!("`{kind}` is watched twice: keep one of them")));
        }
    }
    for (i, entry) in model.reads.iter().enumerate() {
        let kind = last(&entry.kind);
        let same = |other: &&Read| types::same(&other.kind, &entry.kind) && other.live == entry.live;
        if model.reads[..i].iter().any(|other| same(&other)) {
            errors.push(error(kind, format!("`{kind}` is in `reads(..)` twice: keep one of them")));
        } else if !entry.live && model.watches.iter().any(|watched| types::same(&watched.kind, &entry.kind)) {
            let message =
                format!("`{kind}` is in `watches(..)`, which allows reading it: remove it from `reads(..)`");
            errors.push(error(kind, message));
        }
    }
}

/// `watches(ConfigMap(labels = "app in (a"))`.
fn check_labels(model: &Operator, errors: &mut Errors) {
    for labels in model.watches.iter().filter_map(|entry| entry.labels.as_ref()) {
        if let Err(problem) = selector::selector(&labels.value) {
            errors.push(error(&labels.span, format!("the selector `{}` {problem}", labels.value)));
        }
    }
}

/// `source = outside::keys, source = outside::keys`.
fn check_sources_once(model: &Operator, errors: &mut Errors) {
    for (i, source) in model.sources.iter().enumerate() {
        if model.sources[..i].contains(source) {
            let message = format!("`{}` is given twice: keep one of them", path_text(source));
            errors.push(error(source, message));
        }
    }
}

/// `watches(Deployment(metadata_only, on(status)))`.
fn check_metadata_only(model: &Operator, errors: &mut Errors) {
    for entry in model.watches.iter().filter(|entry| entry.metadata_only) {
        if let Some(status) = entry.on.and_then(|on| on.status) {
            let message = "a status is no metadata: remove `metadata_only`, or `status` from `on(..)`";
            errors.push(error(&status, message));
        }
    }
}
