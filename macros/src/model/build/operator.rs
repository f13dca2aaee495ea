//! The model of an operator.

use proc_macro2::Span;
use quote::format_ident;
use syn::{Ident, Path, ext::IdentExt};

use super::{described, krate, pacing::pacing, text};
use crate::{
    attr::{
        former::FormerAttrs,
        item::{Item, unraw},
        operator::OperatorAttrs,
        owns::{Arity, OwnedAttr, last},
        trigger::OnAttr,
    },
    error::{Errors, error, missing, unknown},
    model::{Dependency, On, Operator, Owned, Read, Text, Watched, former::Former, names},
};

pub fn operator(attrs: OperatorAttrs, item: Item, errors: &mut Errors) -> Operator {
    let struct_name = item.ident().clone();
    let kind = kind(attrs.kind, &struct_name, errors);
    let kind_name = unraw(&kind);
    let lower = kind_name.to_lowercase();
    // Names of our own making stand where the user's struct does, and are known to lints as ours.
    let ours = kind.span().resolved_at(Span::call_site());
    let or_default = |literal: Option<&_>, default: String| {
        literal.map_or_else(|| Text { value: default, span: kind.span(), written: false }, text)
    };
    let required = |literal: Option<&_>, key: &str, example: &str, errors: &mut Errors| match literal {
        Some(literal) => text(literal),
        None => {
            if attrs.keys.iter().all(|written| written != key) {
                errors.push(missing(format!("`{key}` is missing: add `{key} = \"{example}\"`")));
            }
            Text { value: example.to_owned(), span: Span::call_site(), written: false }
        }
    };
    let singular = or_default(attrs.singular.as_ref(), lower.clone());
    let spec_has = item.around.written_for(&struct_name);
    let made_before = item.around.made_before(&struct_name, &kind_name);
    Operator {
        children: format_ident!("{kind_name}Children", span = ours),
        observed: format_ident!("{kind_name}Observed", span = ours),
        name: or_default(attrs.name.as_ref(), format!("{lower}-operator")),
        group: required(attrs.group.as_ref(), "group", "example.com", errors),
        version: required(attrs.version.as_ref(), "version", "v1", errors),
        plural: or_default(attrs.plural.as_ref(), names::plural(&singular.value)),
        singular,
        short_names: attrs.short_names.iter().map(text).collect(),
        categories: attrs.categories.iter().map(text).collect(),
        namespaced: namespaced(attrs.scope, errors),
        status: attrs.status,
        owns: owned(attrs.owns),
        watches: attrs
            .watches
            .into_iter()
            .map(|entry| Watched {
                kind: entry.kind,
                map: entry.map,
                labels: entry.labels.as_ref().map(text),
                on: entry.on.map(on),
                when: entry.when,
                metadata_only: entry.metadata_only.is_some(),
            })
            .collect(),
        reads: attrs
            .reads
            .into_iter()
            .map(|entry| Read { kind: entry.kind, live: entry.live.is_some() })
            .collect(),
        on: attrs.on.map(on),
        when: attrs.when,
        sources: attrs.sources,
        finalizer: attrs.finalizer.as_ref().map(text),
        former: former(attrs.former),
        validate: attrs.webhook.validate.map(|key| key.span()),
        default: attrs.webhook.default.map(|key| key.span()),
        state: attrs.state,
        pacing: pacing(attrs.pacing, errors),
        made_before,
        spec_has,
        kind,
        spec: described(krate(attrs.krate), item, errors),
    }
}

/// The kind's name: as written, or the struct's without `Spec`.
fn kind(written: Option<Ident>, struct_name: &Ident, errors: &mut Errors) -> Ident {
    let name = unraw(struct_name);
    if let Some(kind) = written {
        if kind.unraw() != struct_name.unraw() {
            return kind;
        }
        let message = format!("`{kind}` is what the macro makes: name this struct `{kind}Spec`");
        errors.push(error(struct_name, message));
        return format_ident!("{name}Object", span = struct_name.span());
    }
    match name.strip_suffix("Spec").filter(|kind| !kind.is_empty()) {
        Some(kind) => Ident::new(kind, struct_name.span()),
        None if name == "Spec" => {
            errors.push(error(
                struct_name,
                "which kind is it the spec of? Name it `<Kind>Spec`, such as `MyAppSpec`",
            ));
            format_ident!("{name}Object", span = struct_name.span())
        }
        None => {
            let message = format!(
                "the spec of a kind is named `<Kind>Spec`: rename it to `{name}Spec`, or add `kind = Name`"
            );
            errors.push(error(struct_name, message));
            format_ident!("{name}Object", span = struct_name.span())
        }
    }
}

fn former(attrs: FormerAttrs) -> Former {
    let texts = |literals: Option<Vec<_>>| literals.iter().flatten().map(text).collect();
    Former {
        finalizers: texts(attrs.finalizers),
        managers: texts(attrs.managers),
        owns: attrs.owns.unwrap_or_default(),
    }
}

fn namespaced(scope: Option<Ident>, errors: &mut Errors) -> bool {
    let Some(scope) = scope else { return true };
    if scope != "Namespaced" && scope != "Cluster" {
        errors.push(unknown(&scope, "`scope`", &["Namespaced", "Cluster"]));
    }
    scope != "Cluster"
}

fn on(attr: OnAttr) -> On {
    On {
        generation: attr.generation.is_some(),
        labels: attr.labels.is_some(),
        annotations: attr.annotations.is_some(),
        status: attr.status.map(|status| status.span()),
    }
}

fn owned(attrs: Vec<OwnedAttr>) -> Vec<Owned> {
    let entry = |attr: &OwnedAttr| match &attr.name {
        Some(name) => names::ident(&unraw(name), name.span()),
        None => entry_of(&attr.kind, attr.arity),
    };
    let entries: Vec<Ident> = attrs.iter().map(entry).collect();
    let depends_on = |name: Ident| {
        let entry = entries.iter().position(|entry| unraw(entry) == unraw(&name));
        Dependency { name, entry }
    };
    let owned = attrs.into_iter().zip(&entries).map(|(attr, entry)| Owned {
        entry: entry.clone(),
        named: attr.name.is_some(),
        arity: attr.arity,
        kind: attr.kind,
        depends_on: attr.depends_on.into_iter().flatten().map(depends_on).collect(),
        shared: attr.shared.unwrap_or_default(),
        on_immutable: attr.on_immutable,
        retain: attr.retain.is_some(),
        adopt: attr.adopt.is_some(),
        if_served: attr.if_served.map(|key| key.span()),
    });
    owned.collect()
}

/// The field for a kind that the user gave no name: `Deployment` is `deployment`, `Vec<ConfigMap>` `config_maps`.
fn entry_of(kind: &Path, arity: Arity) -> Ident {
    let kind = last(kind);
    let one = names::snake_case(&unraw(kind));
    let name = if arity == Arity::Many { names::plural(&one) } else { one };
    let span = kind.span().resolved_at(Span::call_site());
    names::ident(&name, span)
}
