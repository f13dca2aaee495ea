//! The invariants of ARCHITECTURE.md, read off the sources.
#![allow(clippy::unwrap_used, reason = "in a test a panic is how one says it")]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A source file, with its path relative to the workspace.
struct Source {
    path: String,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

fn sources() -> Vec<Source> {
    let root = root();
    let mut sources = Vec::new();
    for folder in ["macros", "runtime", "operator", "cli", "devcluster", "tests", "ui-tests"] {
        collect(&root, &root.join(folder), &mut sources);
    }
    assert!(sources.len() > 50, "the walk found {} files only", sources.len());
    sources
}

fn collect(root: &Path, folder: &Path, sources: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" {
            collect(root, &path, sources);
        } else if name.ends_with(".rs") || name.ends_with(".go") {
            let text = fs::read_to_string(&path).unwrap();
            let path = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
            sources.push(Source { path, text });
        }
    }
}

/// Lines of code of the files below `folder`, tests left out.
fn code_below<'a>(sources: &'a [Source], folder: &str) -> Vec<(&'a str, &'a str)> {
    let below =
        sources.iter().filter(|source| source.path.starts_with(folder) && !source.path.contains("tests"));
    let lines = below.flat_map(|source| {
        let code = source.text.split("#[cfg(test)]").next().unwrap_or("");
        code.lines().map(|line| (source.path.as_str(), line))
    });
    let code: Vec<_> = lines.filter(|(_, line)| !line.trim_start().starts_with("//")).collect();
    assert!(!code.is_empty(), "there is no code below {folder}");
    code
}

/// Whether it has the word, not as a part of a longer one.
fn names(line: &str, word: &str) -> bool {
    let goes_on = |rest: &str| rest.starts_with(|next: char| next.is_alphanumeric());
    let is_name = word.ends_with(|last: char| last.is_alphanumeric());
    line.match_indices(word).any(|(place, _)| !(is_name && goes_on(&line[place + word.len()..])))
}

fn assert_absent(folder: &str, words: &[&str]) {
    let sources = sources();
    let found: Vec<String> = code_below(&sources, folder)
        .into_iter()
        .filter(|(_, line)| words.iter().any(|word| names(line, word)))
        .map(|(path, line)| format!("{path}: {}", line.trim()))
        .collect();
    assert!(found.is_empty(), "{folder} names one of {words:?}:\n{}", found.join("\n"));
}

#[test]
fn no_file_is_longer_than_300_lines() {
    let long: Vec<_> = sources()
        .iter()
        .map(|source| (source.text.lines().count(), source.path.clone()))
        .filter(|(lines, _)| *lines > 300)
        .collect();
    assert!(long.is_empty(), "{long:?}");
}

#[test]
fn every_rust_file_says_first_what_it_is() {
    let silent: Vec<_> = sources()
        .into_iter()
        // Compile-fail cases are what a user might write, and their line numbers are in goldens.
        .filter(|source| source.path.ends_with(".rs") && !source.path.starts_with("ui-tests/cases"))
        .filter(|source| !source.text.starts_with("//!"))
        .map(|source| source.path)
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn nothing_is_left_undone() {
    // Written in two parts, so that this file does not name them itself.
    let words =
        [concat!("todo", "!("), concat!("unimplemented", "!("), concat!("TO", "DO"), concat!("FIX", "ME")];
    let found: Vec<_> = sources()
        .into_iter()
        .filter(|source| words.iter().any(|word| source.text.contains(word)))
        .map(|source| source.path)
        .collect();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn the_queue_knows_nothing_of_kubernetes() {
    assert_absent(
        "runtime/src/queue",
        &["kube::", "k8s_openapi", "crate::object", "crate::cache", "crate::apply"],
    );
}

#[test]
fn apply_knows_no_user_types_no_cache_and_no_queue() {
    assert_absent(
        "runtime/src/apply",
        &["crate::operator", "crate::context", "crate::cache", "crate::queue"],
    );
}

#[test]
fn a_pass_knows_no_watch_and_no_queue() {
    assert_absent("runtime/src/pass", &["Caches", "subscribe(", "crate::queue", "watcher"]);
}

#[test]
fn a_declaration_does_no_io() {
    assert_absent("runtime/src/declare", &["std::fs", "std::io", "tokio::", "kube::Client", "crate::client"]);
}

#[test]
fn attributes_quote_no_tokens_and_expansion_reads_no_attributes() {
    assert_absent("macros/src/attr", &["quote!", "quote_spanned!"]);
    assert_absent("macros/src/expand", &["FromMeta", "FromAttributes", "parse_args"]);
}

/// Every row of the table of mistakes names what shows it: a case of the compile errors, whose text has the words of the
/// table, or a test.
#[test]
fn every_mistake_is_found_as_its_table_says() {
    let page = fs::read_to_string(root().join("runtime/docs/mistakes.md")).unwrap();
    let (here, elsewhere) = page.split_once("# Elsewhere").unwrap();
    let rows = table(here);
    assert_eq!(rows.len(), 40);
    let sources = sources();
    let is_test = |name: &str| {
        let (file, function) = name.split_once("::").unwrap();
        let mut files = sources.iter().filter(|source| source.path.ends_with(file));
        files.any(|source| source.text.contains(&format!("fn {function}(")))
    };
    for row in table(elsewhere) {
        let [number, by_hand, generated, _, shown] = row[..] else { panic!("{row:?}") };
        assert!((1..=40).contains(&number.parse::<usize>().unwrap()));
        let stages = ["cannot", "install", "run", "silent", "–"];
        assert!(stages.contains(&by_hand) && stages.contains(&generated), "{row:?}");
        let program = shown.trim_matches('`');
        assert!(
            program.starts_with("peers/") && is_test(program),
            "row {number}: there is no program {program}"
        );
    }
    for source in sources.iter().filter(|source| source.path.starts_with("tests/tests/peers/")) {
        let tests =
            source.text.split("test]\n").skip(1).filter_map(|test| test.split("fn ").nth(1)?.split_once('('));
        for (test, _) in tests {
            assert!(elsewhere.contains(&format!("::{test}`")), "{}: {test} shows no row", source.path);
        }
    }
    for (i, row) in rows.iter().enumerate() {
        let [number, _, found, how, shown @ ..] = &row[..] else { panic!("{row:?}") };
        assert_eq!(number.parse(), Ok(i + 1));
        let shown: Vec<&str> = shown.iter().flat_map(|list| list.split('`').skip(1).step_by(2)).collect();
        assert!(!shown.is_empty(), "row {number} is shown by nothing");
        for test in shown.iter().filter(|name| name.contains("::")) {
            assert!(is_test(test), "row {number}: there is no test {test}");
        }
        let cases = shown.iter().filter(|name| !name.contains("::")).map(|case| {
            let (topic, name) = case.split_once('/').unwrap();
            let golden = root().join(format!("ui-tests/cases/{topic}/fail/{name}.stderr"));
            fs::read_to_string(golden).unwrap_or_else(|_| panic!("row {number}: there is no case {case}"))
        });
        let cases: Vec<String> = cases.collect();
        if *found == "compile" {
            let words = how.split("; ").next().unwrap();
            assert!(cases[0].contains(words), "row {number}: its case does not say {words:?}");
        } else {
            assert!(cases.is_empty(), "row {number} is not found while compiling");
        }
    }
}

/// The rows of the one table of a text, but for its head.
fn table(text: &str) -> Vec<Vec<&str>> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix('|'));
    rows.map(|row| row.split(" | ").map(str::trim).collect()).skip(1).collect()
}
