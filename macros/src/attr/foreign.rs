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
                if ["range", "length"].iter().any(|name| meta.path.is_ident(name)) && meta.input.peek(Paren) {
                    return meta.parse_nested_meta(|bound| bound.value()?.parse::<Expr>().map(drop));
                }
                skip_value(&meta)
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
