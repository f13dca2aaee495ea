//! Defaults that the field's own bounds refuse. Of other expressions than literals nothing is known here.

use syn::Expr;

use crate::{
    attr::schemars::{number, text},
    error::{Errors, error, listed},
    model::{Bounds, Default, Field},
};

/// `#[crd(default = 200)] #[schemars(range(max = 100))]`.
pub fn check(field: &Field, errors: &mut Errors) {
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
