//! Names made of other names.

use proc_macro2::{Ident, Span};

/// An identifier of any name: keywords are raw, and the five that can't be raw get a `_`.
pub fn ident(name: &str, span: Span) -> Ident {
    if matches!(name, "self" | "Self" | "super" | "crate" | "_") {
        return Ident::new(&format!("{name}_"), span);
    }
    syn::parse_str(name).map_or_else(|_| Ident::new_raw(name, span), |_: Ident| Ident::new(name, span))
}

/// `ConfigMap` as `config_map`, `HTTPRoute` as `http_route`.
pub fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (i, letter) in letters.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| letters[i]);
        let after = letters.get(i + 1);
        let word_starts = letter.is_uppercase()
            && before.is_some_and(|before| {
                !before.is_uppercase() && before != '_'
                    || before.is_uppercase() && after.is_some_and(|c| c.is_lowercase())
            });
        if word_starts {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

/// `ready_replicas` as `Ready Replicas`.
pub fn title_case(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    words.map(capitalised).collect::<Vec<_>>().join(" ")
}

/// `ready` as `Ready`.
pub fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The plural of an English noun in lower case, by its ending. Names that are plurals already stay.
pub fn plural(singular: &str) -> String {
    const PLURALS: &[&str] = &["endpoints", "settings", "credentials", "metrics", "series", "news"];
    let ends = |endings: &[&str]| endings.iter().any(|ending| singular.ends_with(ending));
    if ends(PLURALS) {
        singular.to_owned()
    } else if let Some(stem) =
        singular.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']))
    {
        format!("{stem}ies")
    } else if ends(&["s", "x", "z", "ch", "sh"]) {
        format!("{singular}es")
    } else {
        format!("{singular}s")
    }
}
