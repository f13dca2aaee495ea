//! Attributes of serde and schemars that their derives could not read. They would tell of it and make nothing, and the
//! compiler then would tell of everything that is missing. So what is certain is told here.

use syn::{
    Attribute, Data, DeriveInput, Expr, ExprLit, Ident, Lit, Token, ext::IdentExt, meta::ParseNestedMeta,
    token::Paren,
};

use super::serde::skip_value;
use crate::error::{Errors, error, listed, near_miss, unknown};

/// Keys of serde, wherever they may stand.
const SERDE: &[&str] = &[
    "alias",
    "borrow",
    "bound",
    "content",
    "crate",
    "default",
    "deny_unknown_fields",
    "deserialize_with",
    "expecting",
    "field_identifier",
    "flatten",
    "from",
    "getter",
    "into",
    "other",
    "remote",
    "rename",
    "rename_all",
    "rename_all_fields",
    "serialize_with",
    "skip",
    "skip_deserializing",
    "skip_serializing",
    "skip_serializing_if",
    "tag",
    "transparent",
    "try_from",
    "untagged",
    "variant_identifier",
    "with",
];

/// Those of them that say nothing alone, with an example.
const WITH_VALUES: &[(&str, &str)] = &[
    ("alias", "alias = \"name\""),
    ("content", "content = \"value\""),
    ("deserialize_with", "deserialize_with = \"path\""),
    ("from", "from = \"Type\""),
    ("into", "into = \"Type\""),
    ("rename", "rename = \"name\""),
    ("rename_all", "rename_all = \"snake_case\""),
    ("serialize_with", "serialize_with = \"path\""),
    ("skip_serializing_if", "skip_serializing_if = \"path\""),
    ("tag", "tag = \"type\""),
    ("try_from", "try_from = \"Type\""),
    ("with", "with = \"path\""),
];

/// What `rename_all` may be.
const RENAME_RULES: &[&str] = &[
    "lowercase",
    "UPPERCASE",
    "PascalCase",
    "camelCase",
    "snake_case",
    "SCREAMING_SNAKE_CASE",
    "kebab-case",
    "SCREAMING-KEBAB-CASE",
];

/// Keys of schemars, wherever they may stand.
const SCHEMARS: &[&str] = &[
    "bound",
    "contains",
    "content",
    "crate",
    "default",
    "deny_unknown_fields",
    "description",
    "email",
    "example",
    "extend",
    "flatten",
    "from",
    "inline",
    "inner",
    "into",
    "ip",
    "ipv4",
    "ipv6",
    "length",
    "pattern",
    "range",
    "regex",
    "remote",
    "rename",
    "rename_all",
    "rename_all_fields",
    "required",
    "schema_with",
    "serialize_with",
    "skip",
    "skip_deserializing",
    "skip_serializing",
    "skip_serializing_if",
    "tag",
    "title",
    "transform",
    "transparent",
    "try_from",
    "untagged",
    "url",
    "with",
];

/// What people write for them, as in JSON Schema or with other crates.
const MEANT: &[(&str, &str)] = &[
    ("enum", "extend(\"enum\" = [\"a\", \"b\"])"),
    ("format", "extend(\"format\" = \"uri\")"),
    ("max", "range(max = 10)"),
    ("maximum", "range(max = 10)"),
    ("max_items", "length(max = 10)"),
    ("max_length", "length(max = 10)"),
    ("min", "range(min = 0)"),
    ("minimum", "range(min = 0)"),
    ("min_items", "length(min = 1)"),
    ("min_length", "length(min = 1)"),
    ("multiple_of", "extend(\"multipleOf\" = 5)"),
];

/// Those of schemars that take a list, with an example.
const WITH_LISTS: &[(&str, &str)] = &[
    ("length", "length(min = 1, max = 10)"),
    ("pattern", "regex(pattern = \"^[a-z]+$\")"),
    ("range", "range(min = 0, max = 10)"),
    ("regex", "regex(pattern = \"^[a-z]+$\")"),
];

/// Tells of attributes that can't be read, anywhere in an item, and whether there were any.
pub fn check(input: &DeriveInput, errors: &mut Errors) -> bool {
    let mut problems = Vec::new();
    let mut each = |attributes: &[Attribute]| problems.extend(attributes.iter().filter_map(problem));
    each(&input.attrs);
    match &input.data {
        Data::Struct(data) => data.fields.iter().for_each(|field| each(&field.attrs)),
        Data::Enum(data) => {
            for variant in &data.variants {
                each(&variant.attrs);
                variant.fields.iter().for_each(|field| each(&field.attrs));
            }
        }
        Data::Union(_) => {}
    }
    let any = !problems.is_empty();
    errors.extend(problems);
    any
}

fn problem(attribute: &Attribute) -> Option<darling::Error> {
    let of = attribute.path().get_ident()?.to_string();
    let mut found = None;
    let read = match of.as_str() {
        "serde" => attribute.parse_nested_meta(|meta| {
            found = found.take().or(of_serde(&meta));
            skip_value(&meta)
        }),
        // `#[schemars(!title)]` is its own language.
        "schemars"
            if !attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string().contains('!')) =>
        {
            attribute.parse_nested_meta(|meta| {
                found = found.take().or(of_schemars(&meta));
                let bounds: &[&str] = match meta.path.get_ident().map(ToString::to_string).as_deref() {
                    Some("range") => &["min", "max"],
                    Some("length") => &["min", "max", "equal"],
                    _ => &[],
                };
                if bounds.is_empty() || !meta.input.peek(Paren) {
                    return skip_value(&meta);
                }
                meta.parse_nested_meta(|bound| {
                    let place = format!("`{}(..)`", meta.path.require_ident()?);
                    let key = bound.path.require_ident()?;
                    if !bounds.iter().any(|known| key == known) {
                        found = found.take().or(Some(unknown(key, &place, bounds)));
                    }
                    bound.value()?.parse::<Expr>().map(drop)
                })
            })
        }
        _ => return None,
    };
    let unread = read
        .err()
        .map(|problem| error(&problem.span(), format!("`#[{of}(..)]` can't be read from here: {problem}")));
    found.or(unread)
}

/// What is wrong with one key.
fn of_serde(meta: &ParseNestedMeta<'_>) -> Option<darling::Error> {
    let key = meta.path.get_ident()?;
    let name = key.unraw().to_string();
    if !SERDE.contains(&name.as_str()) {
        return near_miss(&name, SERDE).map(|_| unknown(key, "`#[serde(..)]`", SERDE));
    }
    let (value, list) = (meta.input.peek(Token![=]), meta.input.peek(Paren));
    let example = WITH_VALUES.iter().find(|(known, _)| *known == name).map(|(_, example)| example);
    if let (Some(example), false) = (example, list)
        && !has_value(meta, value)
    {
        return Some(error(key, format!("`{key}` of serde takes a value: `{example}`")));
    }
    if name.starts_with("rename_all") && value { rename_rule(key, meta) } else { None }
}

fn of_schemars(meta: &ParseNestedMeta<'_>) -> Option<darling::Error> {
    let key = meta.path.get_ident()?;
    let name = key.unraw().to_string();
    let instead = |known: &[(&str, &'static str)]| {
        known.iter().find(|(known, _)| *known == name).map(|(_, instead)| *instead)
    };
    if let Some(instead) = instead(MEANT) {
        return Some(error(key, format!("`#[schemars(..)]` has no `{name}`: write `{instead}`")));
    }
    if !SCHEMARS.contains(&name.as_str()) {
        return near_miss(&name, SCHEMARS).map(|_| unknown(key, "`#[schemars(..)]`", SCHEMARS));
    }
    let example = instead(WITH_LISTS).filter(|_| !meta.input.peek(Paren))?;
    Some(error(key, format!("`{name}` of schemars takes a list: `{example}`")))
}

fn has_value(meta: &ParseNestedMeta<'_>, equals: bool) -> bool {
    let ahead = meta.input.fork();
    equals && ahead.parse::<Token![=]>().is_ok() && !ahead.is_empty() && !ahead.peek(Token![,])
}

fn rename_rule(key: &Ident, meta: &ParseNestedMeta<'_>) -> Option<darling::Error> {
    let ahead = meta.input.fork();
    let value = ahead.parse::<Token![=]>().and_then(|_| ahead.parse::<Expr>()).ok()?;
    let Expr::Lit(ExprLit { lit: Lit::Str(rule), .. }) = value else { return None };
    let written = rule.value();
    if RENAME_RULES.contains(&written.as_str()) {
        return None;
    }
    let message = match near_miss(&written, RENAME_RULES) {
        Some(meant) => format!("`{key}` of serde has no rule `{written}`: did you mean `{meant}`?"),
        None => format!("`{key}` of serde has no rule `{written}`: it takes {}", listed(RENAME_RULES)),
    };
    Some(error(&rule, message))
}
