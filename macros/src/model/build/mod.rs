//! Attributes and item to model: the only place where defaults are chosen.

mod errors;
mod nested;
mod operator;
mod pacing;
mod rule;

use syn::{Data, LitStr, Path, parse_quote};

pub use self::{
    errors::{conditions, failure},
    operator::operator,
};
use super::{Column, Default, Described, Field, Item, Marked, Presence, Status, Text, names, types, wire};
use crate::{
    attr::item,
    error::{Errors, error},
};

/// Where the expansion finds the runtime.
pub fn krate(written: Option<Path>) -> Path {
    written.unwrap_or_else(|| parse_quote!(::kubewright))
}

pub fn text(literal: &LitStr) -> Text {
    Text { value: literal.value(), span: literal.span(), written: true }
}

/// A type with fields.
pub fn described(krate: Path, mut item: Item, errors: &mut Errors) -> Described {
    let rule = item.serde.rename_all.as_ref().map_or_else(|| wire::CAMEL_CASE.to_owned(), LitStr::value);
    let newtype = item.shape == super::Shape::Newtype;
    let fields = std::mem::take(&mut item.fields);
    let all_default = item.serde.default;
    let nested = nested::types(&item, &fields);
    let lacking = nested::lacking(&item, &nested);
    let unreadable = nested::unreadable(&item, &fields);
    let derived_above = nested::derived_above(&item);
    let helpers_above = item.around.helpers_above(item.ident(), item.under);
    let fields: Vec<Field> =
        fields.into_iter().map(|raw| field(raw, &rule, newtype, all_default, errors)).collect();
    let own = fields.iter().any(|field| field.default.is_some());
    let all = fields
        .iter()
        .all(|field| field.default.is_some() || field.serde_default.is_some() || types::is_option(&field.ty));
    let rules = std::mem::take(&mut item.rules);
    let rules = rules.into_iter().filter_map(|rule| rule::rule(rule, &fields, errors)).collect();
    Described {
        krate,
        item,
        fields,
        rules,
        has_default: own && all,
        nested,
        lacking,
        unreadable,
        derived_above,
        helpers_above,
    }
}

fn field(raw: item::Field, rule: &str, newtype: bool, all_default: bool, errors: &mut Errors) -> Field {
    let item::Field { name, span, ty, docs, crd, status, serde, schemars, cfgs } = raw;
    let has_default = all_default || serde.default.or(serde.default_path).is_some();
    let presence = match &crd.default {
        // A default that may be left out when it is written is in no schema.
        _ if types::is_option(&ty) || has_default && (serde.skip_if || serde.skip.is_some()) => {
            Presence::Optional
        }
        Some(_) => Presence::Defaulted,
        None if has_default => Presence::Defaulted,
        None => Presence::Required,
    };
    let wire = match &serde.rename {
        _ if newtype || serde.flatten => None,
        Some(rename) => Some(rename.value()),
        None => Some(wire::renamed(&name, rule)),
    };
    let column = crd.column.map(|column| Column {
        span: column.span,
        name: column
            .name
            .as_ref()
            .map_or_else(|| Text { value: names::title_case(&name), span, written: false }, text),
        priority: match column.priority.map(|priority| priority.base10_parse::<i32>()) {
            None => 0,
            Some(Ok(priority)) => priority,
            Some(Err(problem)) => {
                let message =
                    "a column's priority is a small number: 0, or above for those that only `-o wide` shows";
                errors.push(error(&problem.span(), message));
                0
            }
        },
    });
    Field {
        name,
        span,
        wire,
        ty,
        docs,
        cfgs,
        column,
        scale: crd.scale,
        selector: crd.selector,
        rules: crd.rules.into_iter().filter_map(|rule| rule::rule(rule, &[], errors)).collect(),
        default: crd.default.map(|default| Default { key: default.key, value: default.value }),
        last_update_time: status.last_update_time,
        serde_default: serde.default,
        serde_default_path: serde.default_path,
        skipped: serde.skip,
        names_differ: serde.names_differ,
        in_schema: !serde.unread,
        has_own_schema: !(serde.with || schemars.with),
        presence,
        helpers: crd.helpers,
        read_by: serde.read_by,
        range: schemars.range,
        length: schemars.length,
        pattern: schemars.pattern,
        values: schemars.values,
    }
}

/// `conditions: Conditions` gets some type, so that the compiler does not miss it as well.
fn type_conditions(described: &mut Described) {
    let krate = &described.krate;
    let Data::Struct(data) = &mut described.item.input.data else { return };
    for (written, field) in data.fields.iter_mut().zip(&mut described.fields) {
        let untyped =
            types::is_named(&field.ty, "Conditions") && types::argument_of(&field.ty, "Conditions").is_none();
        if untyped && field.name == "conditions" {
            field.ty = parse_quote!(#krate::__private::Conditions<#krate::__private::NoCondition>);
            written.ty = field.ty.clone();
        }
    }
}

/// A status, with the three fields that the runtime fills.
pub fn status(krate: Path, item: Item, errors: &mut Errors) -> Status {
    let mut described = described(krate, item, errors);
    // Any part of a status may be written before the others.
    described.fields.iter_mut().for_each(|field| field.presence = Presence::Optional);
    let conditions = described.fields.iter().find(|field| field.name == "conditions");
    let condition = conditions.and_then(|field| types::argument_of(&field.ty, "Conditions")).cloned();
    type_conditions(&mut described);
    let named = |name: &str| described.fields.iter().find(|field| field.name == name);
    let wire_of =
        |name: &str| named(name).and_then(|field| field.wire.clone()).unwrap_or_else(|| name.to_owned());
    Status {
        condition,
        conditions: wire_of("conditions"),
        observed_generation: wire_of("observed_generation"),
        last_update_time: described
            .fields
            .iter()
            .find(|field| field.last_update_time.is_some())
            .and_then(|field| Some(Marked { wire: field.wire.clone()?, cfgs: field.cfgs.clone() })),
        described,
    }
}
