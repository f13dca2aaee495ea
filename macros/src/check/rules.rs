//! Rules of `rule(..)`: syntax and names. Types and cost are the API server's to check.

use crate::{
    cel::{Problem, drawn},
    error::{Errors, error},
    model::{
        Described, Field, Text,
        resolve::{self, json_path, path_steps},
        rule::{Cel, Rule, Subject},
    },
};

pub fn check(model: &Described, errors: &mut Errors) {
    for rule in &model.rules {
        check_rule(rule, model.subject(), errors);
    }
    for field in &model.fields {
        for rule in &field.rules {
            check_rule(rule, field.subject(), errors);
        }
        check_place(field, errors);
    }
}

fn check_rule(rule: &Rule, subject: Subject<'_>, errors: &mut Errors) {
    check_syntax(&rule.cel, errors);
    if let Some(expression) = &rule.message_expression {
        check_syntax(expression, errors);
    }
    for (cel, found) in resolve::rule(rule, subject) {
        for problem in &found.problems {
            errors.push(error(&cel.text.span, drawn(&cel.text.value, problem)));
        }
    }
    check_message(rule, errors);
    check_old_self(rule, errors);
    if let Some(path) = &rule.field_path {
        check_field_path(path, subject, errors);
    }
}

fn check_syntax(cel: &Cel, errors: &mut Errors) {
    if let Err(problem) = &cel.read {
        let Problem { at, message } = problem;
        let problem = Problem { at: *at, message: format!("not an expression in CEL: {message}") };
        errors.push(error(&cel.text.span, drawn(&cel.text.value, &problem)));
    }
}

/// `message = ""`, a message of several lines.
fn check_message(rule: &Rule, errors: &mut Errors) {
    let Some(message) = &rule.message else { return };
    let text = message.value.trim();
    if text.is_empty() {
        errors.push(error(&message.span, "the message is empty: say in words what must hold"));
    } else if text.contains(['\n', '\r']) {
        errors.push(error(
            &message.span,
            "the message has a line break, which the API server refuses: use one line",
        ));
    }
}

/// `optional_old_self` without `oldSelf`.
fn check_old_self(rule: &Rule, errors: &mut Errors) {
    if let (Some(flag), Ok(expression)) = (&rule.optional_old_self, &rule.cel.read)
        && !expression.old_self
    {
        let message = "the rule does not use `oldSelf`: remove `optional_old_self`";
        errors.push(error(flag, message));
    }
}

/// A path in JSON that leads to no field.
fn check_field_path(path: &Text, subject: Subject<'_>, errors: &mut Errors) {
    let problem = match path_steps(&path.value) {
        None => {
            let example = "`.limits.memory`, or `['a.b']` for a name with dots";
            Some(format!("the field path `{}` is no path in JSON: write it as {example}", path.value))
        }
        Some(steps) => {
            json_path(&steps, subject).err().map(|problem| format!("the field path leads nowhere: {problem}"))
        }
    };
    if let Some(problem) = problem {
        errors.push(error(&path.span, problem));
    }
}

/// A rule on something that has no place in the schema.
fn check_place(field: &Field, errors: &mut Errors) {
    let Some(rule) = field.rules.first() else { return };
    if !field.in_schema {
        errors.push(error(&rule.cel.text.span, "this field is not in the JSON: serde skips it"));
    } else if field.wire.is_none() && field.name != "0" {
        let message =
            "the fields of this type stand in the struct itself: put the rule on the struct or on the type";
        errors.push(error(&rule.cel.text.span, message));
    }
}
