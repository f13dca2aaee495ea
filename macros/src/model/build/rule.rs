//! The model of a rule.

use syn::LitStr;

use super::text;
use crate::{
    attr::{
        item::unraw,
        keys,
        rule::{FieldPath, RuleAttr},
    },
    cel,
    error::{Errors, error, unknown},
    model::{
        Field, Text,
        rule::{Cel, Rule},
    },
};

/// The reasons that the API server knows.
const REASONS: &[&str] =
    &["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];

/// A rule, unless it says nothing. `fields` are those that `self` has by their Rust names.
pub fn rule(attr: RuleAttr, fields: &[Field], errors: &mut Errors) -> Option<Rule> {
    // A key that is misspelt may be any of them.
    let misspelt = attr.keys.iter().any(|key| !keys::RULE.known.contains(&key.as_str()));
    let written = |key: &str| misspelt || attr.keys.iter().any(|known| known == key);
    if !written("cel") {
        let message = "a rule says what must hold: add `cel = \"self > 0\"`";
        errors.push(error(&attr.key, message));
    }
    if !written("message") && !written("message_expression") {
        let message =
            "a refusal says what is wrong: add `message = \"..\"`, or the server quotes the expression";
        errors.push(error(&attr.key, message));
    }
    let reason = attr.reason.and_then(|reason| {
        let known = REASONS.contains(&reason.to_string().as_str());
        if !known {
            errors.push(unknown(&reason, "`reason`", REASONS));
        }
        known.then(|| reason.to_string())
    });
    let field_path = attr.field_path.and_then(|path| match path {
        FieldPath::Json(literal) => Some(text(&literal)),
        FieldPath::Name(name) => path_of(&name, fields, errors),
    });
    Some(Rule {
        cel: expression(&attr.cel?),
        message: attr.message.as_ref().map(text),
        message_expression: attr.message_expression.as_ref().map(expression),
        reason,
        field_path,
        optional_old_self: attr.optional_old_self,
    })
}

fn expression(literal: &LitStr) -> Cel {
    let text = text(literal);
    Cel { read: cel::read(&text.value), text }
}

/// The path of a field by its name in Rust.
fn path_of(name: &syn::Ident, fields: &[Field], errors: &mut Errors) -> Option<Text> {
    let wire = fields.iter().find(|field| field.name == unraw(name)).and_then(|field| field.wire.as_deref());
    let Some(wire) = wire else {
        let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        errors.push(if names.is_empty() {
            let message = "`self` has no fields with Rust names here: write the path in JSON, as `\".name\"`";
            error(name, message)
        } else {
            unknown(name, "this struct", &names)
        });
        return None;
    };
    let plain = wire.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter));
    let value = if plain { format!(".{wire}") } else { format!("['{wire}']") };
    Some(Text { value, span: name.span(), written: false })
}
