//! `#[crd(..)]` and `#[status(..)]` on fields.

use proc_macro2::Span;
use syn::{Attribute, Expr, Ident, LitInt, LitStr, Meta, parse::ParseStream, token::Paren};

use super::{
    args::each_key,
    helpers::Helpers,
    keys,
    rule::RuleAttr,
    value::{self, once},
};
use crate::error::{Errors, Result, error};

/// What stands in the `#[crd(..)]` of a field.
#[derive(Default)]
pub struct CrdAttrs {
    pub column: Option<ColumnAttr>,
    pub scale: Option<Span>,
    pub selector: Option<Span>,
    pub default: Option<DefaultAttr>,
    pub helpers: Helpers,
    pub rules: Vec<RuleAttr>,
}

/// `column` or `column(..)`.
pub struct ColumnAttr {
    pub span: Span,
    pub name: Option<LitStr>,
    pub priority: Option<LitInt>,
}

/// `default = value`.
pub struct DefaultAttr {
    pub key: Span,
    pub value: Expr,
}

/// What stands in the `#[status(..)]` of a field.
#[derive(Default)]
pub struct StatusFieldAttrs {
    pub last_update_time: Option<Span>,
}

impl CrdAttrs {
    pub fn read(&mut self, attribute: &Attribute, errors: &mut Errors) {
        let mut nested = Errors::default();
        each_in(attribute, "#[crd(column)]", errors, |key, input| self.argument(key, input, &mut nested));
        errors.handle(nested.finish());
    }

    fn argument(&mut self, key: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<()> {
        match key.to_string().as_str() {
            "column" => once(&mut self.column, key, ColumnAttr::read(key, input, errors)?),
            "scale" if input.peek(Paren) => {
                let list = value::list(key, input, "scale(selector)")?;
                each_key(list, errors, |key, input| {
                    if key != "selector" {
                        return Err(keys::SCALE.unknown(key));
                    }
                    value::flag(key, input)?;
                    once(&mut self.selector, key, key.span())
                });
                Ok(())
            }
            "scale" => {
                value::flag(key, input)?;
                once(&mut self.scale, key, key.span())
            }
            "default" => {
                let value = value::expression(key, input, "default = 1")?;
                once(&mut self.default, key, DefaultAttr { key: key.span(), value })
            }
            "rule" => {
                self.rules.push(RuleAttr::read(key, input, errors)?);
                Ok(())
            }
            _ => self.helpers.argument(key, input, errors),
        }
    }
}

impl ColumnAttr {
    fn read(column: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<Self> {
        let mut attr = Self { span: column.span(), name: None, priority: None };
        if !input.peek(Paren) {
            value::flag(column, input)?;
            return Ok(attr);
        }
        let list = value::list(column, input, "column(name = \"Replicas\")")?;
        each_key(list, errors, |key, input| match key.to_string().as_str() {
            "name" => once(&mut attr.name, key, value::string(key, input, "name = \"Replicas\"")?),
            "priority" => once(&mut attr.priority, key, value::number(key, input, "priority = 1")?),
            _ => Err(keys::COLUMN.unknown(key)),
        });
        Ok(attr)
    }
}

impl StatusFieldAttrs {
    pub fn read(&mut self, attribute: &Attribute, errors: &mut Errors) {
        each_in(attribute, "#[status(last_update_time)]", errors, |key, input| {
            if key != "last_update_time" {
                return Err(keys::STATUS_FIELD.unknown(key));
            }
            value::flag(key, input)?;
            once(&mut self.last_update_time, key, key.span())
        });
    }
}

/// Reads the arguments of an attribute with a list.
pub fn each_in(
    attribute: &Attribute,
    example: &str,
    errors: &mut Errors,
    read: impl FnMut(&Ident, ParseStream<'_>) -> Result<()>,
) {
    match &attribute.meta {
        Meta::List(list) => each_key(list.tokens.clone(), errors, read),
        meta => errors.push(error(meta.path(), format!("this attribute takes a list: `{example}`"))),
    }
}
