//! Label selectors, those that the API server takes and those that it refuses.

use crate::check::selector::selector;

#[test]
fn what_the_server_takes_is_taken() {
    let long = format!("{}=x", "k".repeat(63));
    for text in [
        "a",
        "!a",
        "a=b",
        "a==b",
        "a = b",
        "a!=b",
        "a=",
        "a in (b)",
        "a in (b, c),d notin (e),!f",
        "a in ()",
        "a notin (,b)",
        "example.com/a=b",
        "app.kubernetes.io/name in (a.b, A_b)",
        " a=b , c ",
        "in=b",
        &long,
    ] {
        assert_eq!(selector(text), Ok(()), "{text}");
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
