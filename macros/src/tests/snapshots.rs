//! Whole expansions, as files to be read: of inputs that `ui-tests` compiles.
//!
//! `KUBEWRIGHT_BLESS=1 cargo test -p kubewright-macros snapshots` writes them anew.

use std::{fs, path::Path};

use syn::File;

use super::expand;

#[test]
fn expansion_of_myapp() {
    check("myapp");
}

#[test]
fn expansion_of_every_shape() {
    check("shapes");
}

fn check(name: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let input = fs::read_to_string(root.join(format!("../ui-tests/tests/pass/{name}.rs"))).unwrap();
    let file: File = syn::parse2(expand::source(&input)).unwrap();
    let found = format!(
        "//! What the macros make of ui-tests/tests/pass/{name}.rs.\n\n{}",
        prettyplease::unparse(&file)
    );
    let path = root.join(format!("snapshots/{name}.snap"));
    if std::env::var_os("KUBEWRIGHT_BLESS").is_some() {
        fs::write(&path, &found).unwrap();
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    let first = found.lines().zip(known.lines()).position(|(found, known)| found != known);
    assert!(
        found == known,
        "{} differs from line {}: KUBEWRIGHT_BLESS=1 writes it anew",
        path.display(),
        first.unwrap_or(0) + 1
    );
}
