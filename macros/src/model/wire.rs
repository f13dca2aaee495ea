//! Names on the wire: what serde makes of a field's name.

/// The rule that all our types have unless the user says otherwise.
pub const CAMEL_CASE: &str = "camelCase";

/// A field's name under a rule of `rename_all`. A rule that serde does not know is told by serde.
pub fn renamed(field: &str, rule: &str) -> String {
    match rule {
        "lowercase" | "snake_case" => field.to_owned(),
        "UPPERCASE" | "SCREAMING_SNAKE_CASE" => field.to_uppercase(),
        "PascalCase" => pascal_case(field),
        "kebab-case" => field.replace('_', "-"),
        "SCREAMING-KEBAB-CASE" => field.to_uppercase().replace('_', "-"),
        _ => camel_case(field),
    }
}

/// The relative JSON path of a member. Dots in a name are escaped, as the API server's parser wants them.
pub fn path(wire: &str) -> String {
    format!(".{}", wire.replace('.', "\\."))
}

fn camel_case(field: &str) -> String {
    let pascal = pascal_case(field);
    let mut letters = pascal.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// As serde does it: the letter after each `_` becomes a capital, all others stay.
fn pascal_case(field: &str) -> String {
    let mut out = String::new();
    let mut capital = true;
    for letter in field.chars() {
        if letter == '_' {
            capital = true;
        } else if capital {
            out.extend(letter.to_uppercase());
            capital = false;
        } else {
            out.push(letter);
        }
    }
    out
}
