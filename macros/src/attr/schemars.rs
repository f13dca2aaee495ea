//! What the user's own `#[schemars(..)]` and `#[validate(..)]` say about a field's schema. They are passed on
//! untouched.

use proc_macro2::{Span, TokenStream};
use syn::{
    Attribute, Expr, ExprLit, ExprUnary, Lit, Token, UnOp, meta::ParseNestedMeta, parse::Parser,
    punctuated::Punctuated, spanned::Spanned, token::Paren,
};

use super::serde::{each, name, skip_value};

/// `#[schemars(..)]` and `#[validate(..)]` on a field.
#[derive(Default)]
pub struct OfField {
    /// `with = "Type"` or `schema_with = "path"`: the schema is not that of the field's type.
    pub with: bool,
    /// `range(min = 0, max = 10)`, as far as it is of literals.
    pub range: Bounds,
    /// `length(min = 1, max = 10)`, as far as it is of literals.
    pub length: Bounds,
    /// `regex(pattern = "..")` or `pattern("..")`.
    pub pattern: Option<Span>,
    /// `extend("enum" = ["a", "b"])`, if all of it are texts.
    pub values: Option<Vec<String>>,
}

/// Bounds that a value must be between, both included.
#[derive(Clone, Copy, Default)]
pub struct Bounds {
    /// Where they are said.
    pub at: Option<Span>,
    pub min: Option<f64>,
    pub max: Option<f64>,
    /// Both in one.
    pub equal: bool,
}

impl OfField {
    pub fn read(attributes: &[Attribute]) -> Self {
        let mut found = Self::default();
        for of in ["schemars", "validate"] {
            each(attributes, of, |meta| match name(meta).as_str() {
                "range" if meta.input.peek(Paren) => found.range.read(meta),
                "length" if meta.input.peek(Paren) => found.length.read(meta),
                "extend" if meta.input.peek(Paren) => {
                    let content;
                    syn::parenthesized!(content in meta.input);
                    found.values = values(&content.parse()?).or(found.values.take());
                    Ok(())
                }
                key => {
                    if matches!(key, "regex" | "pattern") {
                        found.pattern = Some(meta.path.span());
                    }
                    found.with |= of == "schemars" && matches!(key, "with" | "schema_with");
                    skip_value(meta)
                }
            });
        }
        found
    }
}

impl Bounds {
    fn read(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        self.at = Some(meta.path.span());
        meta.parse_nested_meta(|inner| {
            let value = number(&inner.value()?.parse()?);
            let key = name(&inner);
            self.equal |= key == "equal";
            if key == "min" || key == "equal" {
                self.min = value;
            }
            if key == "max" || key == "equal" {
                self.max = value;
            }
            Ok(())
        })
    }
}

/// The texts in `"enum" = ["a", "b"]`.
fn values(extended: &TokenStream) -> Option<Vec<String>> {
    let pairs = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(extended.clone()).ok()?;
    let assigned = pairs.iter().find_map(|pair| match pair {
        Expr::Assign(assign) => (text(&assign.left)? == "enum").then_some(&*assign.right),
        _ => None,
    });
    match assigned {
        Some(Expr::Array(array)) => array.elems.iter().map(text).collect(),
        _ => None,
    }
}

/// A literal text.
pub fn text(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        Expr::Group(group) => text(&group.expr),
        _ => None,
    }
}

/// A literal number, also a negative one.
pub fn number(value: &Expr) -> Option<f64> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Int(literal), .. }) => literal.base10_parse().ok(),
        Expr::Lit(ExprLit { lit: Lit::Float(literal), .. }) => literal.base10_parse().ok(),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => number(expr).map(|number| -number),
        Expr::Group(group) => number(&group.expr),
        Expr::Paren(paren) => number(&paren.expr),
        _ => None,
    }
}
