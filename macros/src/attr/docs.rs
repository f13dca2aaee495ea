//! Doc comments, in all their forms.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// What a doc comment says.
#[derive(Default)]
pub struct Docs {
    /// As people read it: lines joined, the space after `///` gone. Without what macros say.
    pub text: String,
    /// All lines, if some are made by macros: `#[doc = include_str!("..")]`.
    pub made: Vec<Expr>,
}

impl Docs {
    pub fn read(attributes: &[Attribute]) -> Self {
        let mut lines: Vec<Expr> = attributes.iter().filter_map(line).collect();
        let texts: Vec<String> = lines.iter().filter_map(text).map(|line| trimmed(&line)).collect();
        let text = texts.join("\n").trim().to_owned();
        if texts.len() == lines.len() {
            return Self { text, made: Vec::new() };
        }
        for line in &mut lines {
            if let Some(text) = text_mut(line) {
                *text = syn::LitStr::new(&trimmed(&text.value()), text.span());
            }
        }
        Self { text, made: lines }
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.made.is_empty()
    }
}

fn line(attribute: &Attribute) -> Option<Expr> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    pair.path.is_ident("doc").then(|| ungrouped(pair.value.clone()))
}

/// Without the invisible parentheses around what came through another macro.
fn ungrouped(value: Expr) -> Expr {
    match value {
        Expr::Group(group) => ungrouped(*group.expr),
        value => value,
    }
}

fn text(line: &Expr) -> Option<String> {
    match line {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

fn text_mut(line: &mut Expr) -> Option<&mut syn::LitStr> {
    match line {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        _ => None,
    }
}

/// Without the space behind `///`, and without the stars at the left of a `/** .. */`, whose lines are one text.
fn trimmed(text: &str) -> String {
    let starred = |line: &str| line.trim_start().starts_with('*') || line.trim().is_empty();
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let block = !first.starts_with('*') && rest.contains('*') && rest.lines().all(starred);
    let lines = text.lines().map(|line| {
        let line = if block { line.trim_start() } else { line };
        let line = if block { line.strip_prefix('*').unwrap_or(line) } else { line };
        line.strip_prefix(' ').unwrap_or(line).trim_end()
    });
    lines.collect::<Vec<_>>().join("\n")
}
