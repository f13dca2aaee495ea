//! The file of CRDs or of rights against what the code makes.

use std::{
    fs::{create_dir_all, read_to_string, write},
    path::Path,
};

use k8s_openapi::{
    api::rbac::v1::ClusterRole,
    apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
};
use serde_json::Value;

use crate::declare::{Format, RbacError, documents, manifest};

/// Asks for files to be written instead of compared.
const BLESS: &str = "KUBEWRIGHT_BLESS";

/// What a file holds.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// Where `file` begins.
    pub folder: &'static str,
    /// The file. A name that ends in `.json` is JSON, any other YAML, as the commands `crd` and `rbac` print it.
    pub file: &'static str,
    /// What cargo calls the package of the test.
    pub package: &'static str,
}

/// Whether a file is what the CRDs are now. With `KUBEWRIGHT_BLESS=1` the file is written first. Comments at its top stay.
///
/// # Errors
/// The first line that differs, and how to renew the file.
pub fn crds_written(crds: &[CustomResourceDefinition], written: Written) -> Result<(), String> {
    let crds = crds.iter().map(manifest).collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    written.holds(&crds, "crd_file_is_current")
}

/// The same of the rights that operators need.
///
/// # Errors
/// As [`crds_written`], and why there are no rules.
pub fn roles_written(
    roles: impl IntoIterator<Item = Result<ClusterRole, RbacError>>,
    written: Written,
) -> Result<(), String> {
    let role = |role: Result<ClusterRole, RbacError>| {
        serde_json::to_value(role.map_err(|error| error.to_string())?).map_err(|error| error.to_string())
    };
    let roles = roles.into_iter().map(role).collect::<Result<Vec<_>, _>>()?;
    written.holds(&roles, "rbac_file_is_current")
}

impl Written {
    fn holds(self, objects: &[Value], test: &str) -> Result<(), String> {
        let Self { folder, file, package } = self;
        let bless = std::env::var_os(BLESS).is_some_and(|value| value == "1");
        compare(objects, &Path::new(folder).join(file), bless).map_err(|what| {
            format!(
                "{file} {what}\nIf the change is meant, renew the file: {BLESS}=1 cargo test -p {package} {test}"
            )
        })
    }
}

fn compare(objects: &[Value], path: &Path, bless: bool) -> Result<(), String> {
    let json = path.extension().is_some_and(|extension| extension == "json");
    let format = if json { Format::Json } else { Format::Yaml };
    let made = documents(objects, format).map_err(|error| error.to_string())?;
    let old = read_to_string(path);
    let comments = match &old {
        Ok(old) if !json => head(old),
        _ => 0,
    };
    if bless {
        let kept: String =
            old.iter().flat_map(|old| old.lines()).take(comments).map(|line| format!("{line}\n")).collect();
        let folders = path.parent().map_or(Ok(()), create_dir_all);
        return folders
            .and_then(|()| write(path, kept + &made))
            .map_err(|error| format!("can't be written: {error}"));
    }
    let old = old.map_err(|error| format!("can't be read: {error}"))?;
    let (mut here, mut there) = (old.lines().skip(comments), made.lines());
    let mut number = comments;
    loop {
        number += 1;
        let (has, makes) = match (here.next(), there.next()) {
            (None, None) => return Ok(()),
            (has, makes) if has == makes => continue,
            (has, makes) => (said(has), said(makes)),
        };
        return Err(format!(
            "is not what the code makes, from line {number}:\n  file: {has}\n  code: {makes}"
        ));
    }
}

/// How many lines at the top are somebody's comments.
fn head(text: &str) -> usize {
    text.lines().take_while(|line| line.starts_with('#') || line.trim().is_empty()).count()
}

fn said(line: Option<&str>) -> String {
    line.map_or_else(|| "(ends here)".to_owned(), |line| format!("`{line}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crd(kind: &str) -> Value {
        serde_json::json!({ "apiVersion": "v1", "kind": kind, "metadata": {} })
    }

    #[test]
    fn a_file_is_written_once_and_then_compared() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["crd/one.yaml", "crd/one.json"] {
            let path = folder.path().join(name);
            let missing = compare(&[crd("A")], &path, false).unwrap_err();
            assert!(missing.starts_with("can't be read"), "{missing}");
            compare(&[crd("A")], &path, true).unwrap();
            compare(&[crd("A")], &path, false).unwrap();
            let older = compare(&[crd("B")], &path, false).unwrap_err();
            assert!(
                older.contains("from line ") && older.contains('A') && older.contains("  code: "),
                "{older}"
            );
            let shorter = compare(&[crd("A"), crd("A")], &path, false).unwrap_err();
            assert!(shorter.contains("from line "), "{shorter}");
        }
    }

    #[test]
    fn line_ends_and_comments_at_the_top_are_the_users() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("crd.yaml");
        let text = documents(&[crd("A")], Format::Yaml).unwrap();
        let windows = text.replace('\n', "\r\n");
        write(&path, format!("# Ours.\r\n\r\n{windows}")).unwrap();
        compare(&[crd("A")], &path, false).unwrap();
        compare(&[crd("B")], &path, true).unwrap();
        compare(&[crd("B")], &path, false).unwrap();
        assert!(read_to_string(&path).unwrap().starts_with("# Ours.\n\napiVersion:"));
    }

    #[test]
    fn a_message_says_how_to_renew_the_file() {
        let written = Written { folder: "/nowhere", file: "crd/a.yaml", package: "shop" };
        let message = written.holds(&[crd("A")], "crd_file_is_current").unwrap_err();
        assert!(message.starts_with("crd/a.yaml can't be read"), "{message}");
        assert!(message.ends_with("KUBEWRIGHT_BLESS=1 cargo test -p shop crd_file_is_current"), "{message}");
    }
}
