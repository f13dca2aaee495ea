//! `rule(..)`: a rule in CEL, on a field or on a type.

use proc_macro2::Span;
use syn::{Ident, LitStr, parse::ParseStream};

use super::{
    args::each_key,
    keys,
    value::{self, once},
};
use crate::error::{Errors, Result, error};

/// What stands in a `rule(..)`.
pub struct RuleAttr {
    pub key: Span,
    /// Keys that stand there, also those whose values can't be read.
    pub keys: Vec<String>,
    pub cel: Option<LitStr>,
    pub message: Option<LitStr>,
    pub message_expression: Option<LitStr>,
    pub reason: Option<Ident>,
    pub field_path: Option<FieldPath>,
    pub optional_old_self: Option<Span>,
}

/// `field_path = replicas` or `field_path = ".limits.memory"`.
pub enum FieldPath {
    Name(Ident),
    Json(LitStr),
}

impl RuleAttr {
    pub fn read(rule: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<Self> {
        let mut attr = Self {
            key: rule.span(),
            keys: Vec::new(),
            cel: None,
            message: None,
            message_expression: None,
            reason: None,
            field_path: None,
            optional_old_self: None,
        };
        let list = value::list(rule, input, "rule(cel = \"self > 0\", message = \"must be above 0\")")?;
        each_key(list, errors, |key, input| {
            attr.keys.push(key.to_string());
            attr.argument(key, input)
        });
        Ok(attr)
    }

    fn argument(&mut self, key: &Ident, input: ParseStream<'_>) -> Result<()> {
        match key.to_string().as_str() {
            "cel" => once(&mut self.cel, key, value::string(key, input, "cel = \"self > 0\"")?),
            "message" => {
                once(&mut self.message, key, value::string(key, input, "message = \"must be above 0\"")?)
            }
            "message_expression" => {
                let example = "message_expression = \"'must be above 0, not %d'.format([self])\"";
                once(&mut self.message_expression, key, value::string(key, input, example)?)
            }
            "reason" => once(&mut self.reason, key, value::name(key, input, "reason = FieldValueInvalid")?),
            "field_path" => once(&mut self.field_path, key, FieldPath::read(key, input)?),
            "optional_old_self" => {
                value::flag(key, input)?;
                once(&mut self.optional_old_self, key, key.span())
            }
            _ => Err(keys::RULE.unknown(key)),
        }
    }
}

impl FieldPath {
    fn read(key: &Ident, input: ParseStream<'_>) -> Result<Self> {
        let example = "field_path = replicas` or `field_path = \".limits.memory\"";
        let ahead = input.fork();
        if value::string(key, &ahead, example).is_ok() {
            return value::string(key, input, example).map(Self::Json);
        }
        let name = value::name(key, input, example)?;
        if input.is_empty() || input.peek(syn::Token![,]) {
            return Ok(Self::Name(name));
        }
        Err(error(
            &name,
            "`field_path` takes one field: name one inside of another by its path in JSON, as `\".limits.memory\"`",
        ))
    }
}
