//! Label selectors, those that the API server takes and those that it refuses.

use crate::check::selector::selector;

/// A list that the runtime's tests and those on an API server read, too.
#[test]
fn selectors_are_those_of_the_server() {
    let list = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/selectors.tsv");
    for line in std::fs::read_to_string(list).unwrap().lines() {
        match line.split_once('\t') {
            Some(("+", text)) => assert_eq!(selector(text), Ok(()), "{text}"),
            Some((_, text)) => assert!(selector(text).is_err(), "{text}"),
            None => assert!(line.starts_with('#'), "{line}"),
        }
    }
}

#[test]
fn what_is_none_is_refused_with_the_reason() {
    let long = format!("a={}", "v".repeat(64));
    for (text, reason) in [
        ("", "selects everything"),
        (" ", "selects everything"),
        ("a=b,", "comma too many"),
        (",a", "comma too many"),
        ("a in (b", "parenthesis"),
        ("a in b)", "parenthesis"),
        ("a in ((b))", "parenthesis"),
        ("a on (b)", "none of"),
        ("(a)", "none of"),
        ("a b", "none of"),
        ("a > 1", "none of"),
        ("=b", "key ``"),
        ("!", "key ``"),
        ("-a=b", "key `-a`"),
        ("Example/a=b", "key `Example/a`"),
        ("a/b/c", "key `a/b/c`"),
        ("a=b=c", "value `b=c`"),
        ("a=-", "value `-`"),
        ("a in (b c)", "value `b c`"),
        (&long, "value `v"),
    ] {
        let said = selector(text).unwrap_err();
        assert!(said.contains(reason), "{text}: {said}");
    }
}
