//! Names: what an expression says of `self`, and what means nothing.

use crate::cel::{Path, Root, Segment, name_of, read, wire_of};

/// `self.a?.b[].c`: a `?` behind what is asked for, `*` for a variable of a macro, `[]` for an index.
fn text(path: &Path) -> String {
    let mut out = if path.root == Root::New { "self" } else { "oldSelf" }.to_owned();
    for step in &path.steps {
        match &step.segment {
            Segment::Field(name) => out += &format!(".{name}"),
            Segment::Each => out += "*",
            Segment::At => out += "[]",
        }
        if step.asked && matches!(step.segment, Segment::Field(_)) {
            out.push('?');
        }
    }
    out
}

fn paths(expression: &str) -> Vec<String> {
    read(expression).ok().unwrap().paths.iter().map(text).collect()
}

#[test]
fn everything_that_is_taken_from_self_is_found() {
    for (expression, found) in [
        ("self > 1", &[] as &[&str]),
        ("self.a.b > 1", &["self.a.b"]),
        ("(self.a).b", &["self.a.b"]),
        (".self.a", &["self.a"]),
        ("has(self.a) && self.a > 1", &["self.a?", "self.a"]),
        ("has(self.a.b)", &["self.a", "self.a.b?"]),
        ("self.?a.b.orValue(1)", &["self.a?.b?", "self.a?.b?"]),
        ("self.a[0].b", &["self.a[].b"]),
        ("self.a.all(x, x.b > self.c)", &["self.a", "self.a*.b", "self.c"]),
        ("self.a.all(i, x, i > 0 && x.b)", &["self.a", "self.a[].b"]),
        ("self.a.filter(x, x.b).all(y, y.c)", &["self.a", "self.a*.b", "self.a", "self.a*.c"]),
        ("self.a.map(x, x.b).all(y, y.c)", &["self.a", "self.a*.b"]),
        ("oldSelf.a == self.a", &["oldSelf.a", "self.a"]),
        ("self.a.optMap(v, v.b).orValue(0)", &["self.a", "self.a.b"]),
        ("cel.bind(x, self.a, x.b)", &["self.a", "self.a.b"]),
        ("oldSelf.orValue(self).a", &["oldSelf.a"]),
        ("[1].all(self, self.a > 1)", &[]),
    ] {
        let mut all = paths(expression);
        all.dedup();
        let mut found: Vec<&str> = found.to_vec();
        found.dedup();
        assert_eq!(all, found, "{expression}");
    }
}

#[test]
fn names_of_the_language_are_known() {
    for line in super::lines("language.cel").iter().filter(|line| !line.starts_with('~')) {
        let unknown = read(line).ok().unwrap().unknown;
        assert_eq!(unknown.into_iter().map(|unknown| unknown.name).collect::<Vec<_>>(), [""; 0], "{line}");
    }
}

#[test]
fn what_a_newer_server_may_know_is_not_refused() {
    for expression in [
        "self.frobnicate(1)",
        "frobnicate(self)",
        "math.sqrt(4.0)",
        "sets.frob(1)",
        "ip.frob(1)",
        "self.`a-b`",
    ] {
        assert_eq!(read(expression).ok().unwrap().problems, [], "{expression}");
    }
}

/// A list that the runtime's tests and those on an API server read, too.
#[test]
fn names_on_the_wire_are_escaped_as_the_server_does_it() {
    let names = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cel/names.tsv");
    let names = std::fs::read_to_string(names).unwrap();
    for line in names.lines().filter(|line| !line.starts_with('#')) {
        let (wire, name) = line.split_once('\t').map_or((line, None), |(wire, name)| (wire, Some(name)));
        assert_eq!(name_of(wire).as_deref(), name, "{wire}");
        if let Some(name) = name {
            assert_eq!(wire_of(name), wire);
        }
    }
    assert_eq!(name_of(""), None);
}
