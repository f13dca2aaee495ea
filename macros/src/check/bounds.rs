//! Bounds that fit no value of the field, and defaults that they refuse. Of other expressions than literals nothing is
//! known here.

use syn::Expr;

use crate::{
    attr::schemars::{number, text},
    error::{Errors, error, listed},
    model::{Bounds, Default, Field, types},
};

/// `#[crd(default = 200)] #[schemars(range(max = 100))]`.
pub fn check(field: &Field, errors: &mut Errors) {
    check_type(field, errors);
    let Some(Default { value, .. }) = &field.default else { return };
    if let Some(number) = number(value) {
        between(value, number, "range", field.range, errors);
    }
    if let Some(text) = text(value) {
        between(value, text.chars().count() as f64, "length", field.length, errors);
        if let Some(values) = field.values.as_ref().filter(|values| !values.contains(&text)) {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            let message = format!("this default is none of the field's own values: {}", listed(&values));
            errors.push(error(value, message));
        }
    }
}

fn between(value: &Expr, found: f64, rule: &str, bounds: Bounds, errors: &mut Errors) {
    let (limit, word) = match bounds {
        Bounds { min: Some(min), .. } if found < min => (min, "min"),
        Bounds { max: Some(max), .. } if found > max => (max, "max"),
        _ => return,
    };
    let word = if bounds.equal { "equal" } else { word };
    let message = format!(
        "the field's own `{rule}({word} = {limit})` refuses this default: the server would refuse the CRD"
    );
    errors.push(error(value, message));
}

/// `#[schemars(range(min = 1))] name: String`: schemars leaves out what does not fit the type, and says nothing.
fn check_type(field: &Field, errors: &mut Errors) {
    if !field.in_schema || !field.has_own_schema || field.helpers.int_or_string.is_some() {
        return;
    }
    let ty = types::unwrapped(&field.ty);
    let list = types::item_of(ty).map(|_| "a list");
    let Some(found) = types::plain_as(ty).or(list).or(types::value_of(ty).map(|_| "a map")) else { return };
    let rules = [
        ("range", field.range.at, &["a number"][..]),
        ("length", field.length.at, &["a text", "a list"]),
        ("regex", field.pattern, &["a text"]),
    ];
    for (rule, at, fits) in rules {
        let Some(at) = at.filter(|_| !fits.contains(&found)) else { continue };
        let instead = match (found, rule) {
            ("a number", _) => "bound it with `range(min = 0, max = 10)`".to_owned(),
            ("a list", _) => format!("for its items write `inner({rule}(..))`"),
            ("a map", "length") => "bound it with `extend(\"maxProperties\" = 10)`".to_owned(),
            ("a text", _) => "bound it with `length(min = 1, max = 10)`".to_owned(),
            _ => "remove it".to_owned(),
        };
        let name = &field.name;
        errors.push(error(&at, format!("`{name}` is {found}, of which `{rule}` says nothing: {instead}")));
    }
}
