//! The name of a built control plane in the cache: which sources, which Go.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

/// Hash of everything that the build reads: `go.mod`, `go.sum`, `ldflags` and all `*.go`, by name and content.
///
/// 16 hexadecimal digits. Tests (`*_test.go`) are not part of the program and leave it unchanged.
pub(crate) fn sources(dir: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    collect(dir, Path::new(""), &mut files)?;
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let content = fs::read(dir.join(&file))?;
        // Lengths first, so that no two trees give the same bytes.
        hash.update((file.as_os_str().len() as u64).to_be_bytes());
        hash.update(file.as_os_str().as_encoded_bytes());
        hash.update((content.len() as u64).to_be_bytes());
        hash.update(content);
    }
    Ok(hex(hash))
}

/// The cache entry of these sources built by this Go: `<sources>-go1.26.8-linux-amd64`.
pub(crate) fn entry(sources: &str, go_version: &str) -> String {
    let words = go_version.split_whitespace().filter(|word| !matches!(*word, "go" | "version"));
    let version = words.map(|word| word.replace('/', "-")).collect::<Vec<_>>().join("-");
    format!("{sources}-{version}")
}

/// The first 16 hexadecimal digits of a hash: enough to tell the few sources that one machine sees.
pub(crate) fn hex(hash: Sha256) -> String {
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn collect(root: &Path, below: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(below))? {
        let entry = entry?;
        let name = entry.file_name();
        let Some(text) = name.to_str() else { continue };
        let path = below.join(&name);
        if entry.file_type()?.is_dir() {
            // Go itself skips these folders.
            if !text.starts_with(['.', '_']) && text != "testdata" {
                collect(root, &path, files)?;
            }
        } else if matches!(text, "go.mod" | "go.sum" | "ldflags")
            || (text.ends_with(".go") && !text.ends_with("_test.go"))
        {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> String {
        let dir = tempfile::tempdir().unwrap();
        for (name, content) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        sources(dir.path()).unwrap()
    }

    #[test]
    fn every_input_of_the_build_changes_the_key() {
        let base =
            [("go.mod", "m"), ("go.sum", "s"), ("main.go", "a"), ("pki/ca.go", "b"), ("ldflags", "-s")];
        let key = tree(&base);
        assert_eq!(key.len(), 16);
        assert_eq!(key, tree(&base), "the same tree elsewhere has the same key");
        for changed in 0..base.len() {
            let mut files = base;
            files[changed].1 = "changed";
            assert_ne!(key, tree(&files), "{}", base[changed].0);
        }
        let mut renamed = base;
        renamed[2].0 = "other.go";
        assert_ne!(key, tree(&renamed));
    }

    #[test]
    fn what_the_build_does_not_read_leaves_the_key() {
        let base = [("go.mod", "m"), ("main.go", "a")];
        let more = [
            base[0],
            base[1],
            ("README.md", "r"),
            ("main_test.go", "t"),
            (".git/x.go", "x"),
            ("log/a.log", "l"),
        ];
        assert_eq!(tree(&base), tree(&more));
    }

    #[test]
    fn moving_bytes_between_files_changes_the_key() {
        assert_ne!(tree(&[("a.go", "xy"), ("b.go", "z")]), tree(&[("a.go", "x"), ("b.go", "yz")]));
    }

    #[test]
    fn the_entry_names_the_go_version() {
        assert_eq!(entry("0123", "go version go1.26.8 linux/amd64"), "0123-go1.26.8-linux-amd64");
    }
}
