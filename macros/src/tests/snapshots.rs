//! Whole expansions, as files to be read: of MyApp, and of everything that `ui-tests` compiles in `tests/pass`.
//!
//! `KUBEWRIGHT_BLESS=1 cargo test -p kubewright-macros snapshots` writes them anew. What a `macro_rules!` of a case
//! makes is not in them: nobody has expanded it yet.

use std::{collections::BTreeMap, fs, path::Path};

use syn::File;

use super::expand;

#[test]
fn expansions_read_as_before() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = root.join("..");
    let mut found = BTreeMap::new();
    let mut sources = files(&workspace.join("ui-tests/tests/pass"));
    sources.push(workspace.join("operator/src/myapp.rs"));
    for path in sources {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let shown = path.strip_prefix(&workspace).unwrap().display();
        let file: File = syn::parse2(expand::nested(&fs::read_to_string(&path).unwrap())).unwrap();
        if !file.items.is_empty() {
            let head = format!("//! What the macros make of {shown}.\n\n");
            found.insert(format!("{name}.snap"), head + &prettyplease::unparse(&file));
        }
    }
    assert!(found.len() > 5, "{:?}", found.keys());
    let wrong = found.iter().filter(|(_, text)| text.contains("compile_error")).map(|(name, _)| name);
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0]);
    let folder = root.join("snapshots");
    let bless = std::env::var_os("KUBEWRIGHT_BLESS").is_some();
    for stale in
        files(&folder).iter().filter(|path| !found.contains_key(path.file_name().unwrap().to_str().unwrap()))
    {
        assert!(bless, "{} belongs to no pass case: KUBEWRIGHT_BLESS=1 removes it", stale.display());
        fs::remove_file(stale).unwrap();
    }
    for (name, found) in &found {
        check(&folder.join(name), found, bless);
    }
}

fn check(path: &Path, found: &str, bless: bool) {
    if bless {
        fs::write(path, found).unwrap();
    }
    let known = fs::read_to_string(path).unwrap_or_default();
    let first = found.lines().zip(known.lines()).position(|(found, known)| found != known);
    assert!(
        found == known,
        "{} differs from line {}: KUBEWRIGHT_BLESS=1 writes it anew",
        path.display(),
        first.unwrap_or(0) + 1
    );
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}
