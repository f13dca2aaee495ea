//! The tables of `runtime/docs` have a row for each key that a parser takes, and none that it does not.
//!
//! A table is found by its heading, which ends with the place as `attr/keys.rs` words it. Whoever adds a place says
//! in `declaration` how a key is written there.

use std::{collections::BTreeSet, fs, path::Path};

use proc_macro2::{TokenStream, TokenTree};

use super::expand;
use crate::attr::keys::{self, Keys};

const COLUMNS: [&str; 5] = ["argument", "meaning", "type", "default", "required"];

/// A declaration with `key` at the place.
fn declaration(place: &str, key: &str) -> String {
    let operator = |arguments: &str| {
        format!("#[operator(group = \"a.b\", version = \"v1\", {arguments})] struct ASpec {{}}")
    };
    let field = |attribute: &str| format!("#[status] struct A {{ #[{attribute}] a: i32 }}");
    match place {
        "`#[operator(..)]`" => operator(key),
        "an entry of `owns(..)`" => operator(&format!("owns(B({key}))")),
        "an entry of `watches(..)`" => operator(&format!("watches(B({key}))")),
        "an entry of `reads(..)`" => operator(&format!("reads(B({key}))")),
        "`on(..)`" => operator(&format!("on({key})")),
        "`webhook(..)`" => operator(&format!("webhook({key})")),
        "`backoff(..)`" => operator(&format!("backoff({key})")),
        "`retry_rate(..)`" => operator(&format!("retry_rate({key})")),
        "`#[crd(..)]`" => field(&format!("crd({key})")),
        "`rule(..)`" => field(&format!("crd(rule({key}))")),
        "`column(..)`" => field(&format!("crd(column({key}))")),
        "`list(..)`" => field(&format!("crd(list({key}))")),
        "`scale(..)`" => field(&format!("crd(scale({key}))")),
        "`#[schema(..)]`" => format!("#[schema({key})] struct A {{}}"),
        "`#[status(..)]`" => format!("#[status({key})] struct A {{}}"),
        "`#[status(..)]` on a field" => field(&format!("status({key})")),
        "`#[condition_type(..)]`" => {
            format!("#[derive(ConditionType)] #[condition_type({key})] enum A {{ Ready }}")
        }
        "`#[failure(..)]` on the enum" => format!("#[derive(Failure)] #[failure({key})] enum A {{}}"),
        "`#[failure(..)]` on a variant" => format!("#[derive(Failure)] enum A {{ #[failure({key})] A }}"),
        _ => panic!("say in `declaration` how a key of {place} is written"),
    }
}

#[test]
fn parsers_take_what_they_list() {
    let words = words_of_parsers();
    assert!(words.contains("retry_after") && words.contains("crate"), "{words:?}");
    for Keys { place, known } in keys::ALL {
        for word in &words {
            let text = expand::source(&declaration(place, word)).to_string();
            let refused = text.contains(&format!("{place} has no `{word}`"));
            let listed = known.contains(&word.as_str());
            assert_ne!(listed, refused, "{place} lists `{word}`: {listed}; its parser refuses it: {refused}");
        }
        assert!(known.iter().all(|key| words.contains(*key)), "{place} lists what no parser names");
    }
}

#[test]
fn tables_have_the_keys_of_the_parsers() {
    let tables = tables();
    for Keys { place, known } in keys::ALL {
        let found: Vec<_> = tables.iter().filter(|table| table.heading.ends_with(place)).collect();
        match found[..] {
            [] if known.is_empty() => {}
            [table] => assert_eq!(table.keys, *known, "below `{}` in {}", table.heading, table.page),
            _ => {
                panic!("{} tables in runtime/docs stand below a heading that ends with: {place}", found.len())
            }
        }
    }
    for Table { page, heading, .. } in &tables {
        let known = keys::ALL.iter().any(|keys| heading.ends_with(keys.place));
        assert!(known, "no parser knows the place of the table below `{heading}` in {page}");
    }
}

#[test]
fn every_page_has_the_same_parts() {
    for page in ["operator", "schema", "status", "condition_type", "failure"] {
        let text = fs::read_to_string(docs().join(format!("{page}.md"))).unwrap();
        let parts = ["\n```\n", "\n# What is made\n", "\n# Limits\n"].map(|part| text.find(part));
        assert!(parts.iter().all(Option::is_some) && parts.is_sorted(), "{page}.md: {parts:?}");
    }
}

struct Table {
    page: String,
    heading: String,
    keys: Vec<String>,
}

/// All tables of arguments, in the pages of macros.
fn tables() -> Vec<Table> {
    let mut tables = Vec::new();
    for page in fs::read_dir(docs()).unwrap() {
        let page = page.unwrap().path();
        let (mut heading, mut inside) = ("", false);
        let text = fs::read_to_string(&page).unwrap();
        for line in text.lines() {
            let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
            if line.starts_with('#') {
                heading = line;
            } else if cells[0] == COLUMNS[0] {
                assert_eq!(cells, COLUMNS, "below `{heading}`");
                let page = page.display().to_string();
                tables.push(Table { page, heading: heading.to_owned(), keys: Vec::new() });
            } else if let Some(table) = tables.last_mut().filter(|_| inside && line.starts_with("| `")) {
                assert_eq!(cells.len(), COLUMNS.len(), "{line}");
                assert!(cells.iter().all(|cell| !cell.is_empty()), "{line}");
                let key = cells[0].trim_matches('`').split(|c: char| c != '_' && !c.is_alphanumeric());
                table.keys.extend(key.take(1).map(str::to_owned));
            }
            inside = line.starts_with('|') && (inside || cells[0] == COLUMNS[0]);
        }
    }
    tables
}

fn docs() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/docs")
}

/// Every string in the parsers' code that could be a key, but for the lists themselves.
fn words_of_parsers() -> BTreeSet<String> {
    fn collect(tokens: TokenStream, words: &mut BTreeSet<String>) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => collect(group.stream(), words),
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    let word = text.trim_matches('"');
                    let quoted = word.len() + 2 == text.len() && !word.is_empty();
                    if quoted && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_') {
                        words.insert(word.to_owned());
                    }
                }
                _ => {}
            }
        }
    }
    fn read(folder: &Path, words: &mut BTreeSet<String>) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                read(&path, words);
            } else if !path.ends_with("keys.rs") {
                collect(fs::read_to_string(&path).unwrap().parse().unwrap(), words);
            }
        }
    }
    let mut words = BTreeSet::new();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    read(&sources.join("attr"), &mut words);
    read(&sources.join("model/build"), &mut words);
    words
}
