//! The samples: objects in YAML files, read and looked at before anything is started.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};

use serde_json::Value;

/// An object of a sample file.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// Where it stands.
    pub(crate) origin: Origin,
    /// Its API group; empty for the core group.
    pub(crate) group: String,
    /// Its API version, without the group.
    pub(crate) version: String,
    /// Its kind.
    pub(crate) kind: String,
    /// Its namespace, if it names one.
    pub(crate) namespace: Option<String>,
    /// Its name.
    pub(crate) name: String,
    /// All of it.
    pub(crate) object: Value,
}

/// A document of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    file: PathBuf,
    /// Counted from 1; empty documents do not count.
    document: usize,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, document {}", self.file.display(), self.document)
    }
}

/// What is wrong with the samples.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SampleError {
    /// A file or the folder cannot be read.
    #[error("reading {}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A document is not YAML.
    #[error("{origin}: {reason}")]
    Yaml {
        /// Where.
        origin: Origin,
        /// What the parser says, with line and column.
        reason: String,
    },
    /// A document is no Kubernetes object.
    #[error("{origin}: {field}: {reason}")]
    Field {
        /// Where.
        origin: Origin,
        /// Path of the field.
        field: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// Reads all files of a folder in the order of their names. `None` when there is no such folder.
pub(crate) fn load(folder: &Path) -> Result<Option<Vec<Sample>>, SampleError> {
    let failed = |source| SampleError::Read { path: folder.to_owned(), source };
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        entries => entries.map_err(failed)?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(failed)?.path();
        if is_sample(&path) {
            files.push(path);
        }
    }
    files.sort();
    let mut samples = Vec::new();
    for file in files {
        let text = fs::read(&file).map_err(|source| SampleError::Read { path: file.clone(), source })?;
        samples.extend(parse(&short(&file), &text)?);
    }
    Ok(Some(samples))
}

/// kubebuilder's projects keep a kustomization beside the samples, which is no object of a cluster.
fn is_sample(path: &Path) -> bool {
    let yaml = path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
    yaml && path.file_stem().is_some_and(|stem| stem != "kustomization") && !path.is_dir()
}

/// The path as the user would write it.
fn short(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).to_owned()
}

fn parse(file: &Path, mut text: &[u8]) -> Result<Vec<Sample>, SampleError> {
    let mut samples = Vec::new();
    for (index, document) in serde_saphyr::read::<_, Value>(&mut text).enumerate() {
        let origin = Origin { file: file.to_owned(), document: index + 1 };
        // Without the snippet, which would show the content of a Secret.
        let object = document.map_err(|error| SampleError::Yaml {
            origin: origin.clone(),
            reason: error.without_snippet().to_string(),
        })?;
        match object {
            Value::Object(mut list) if list.get("kind").is_some_and(|kind| kind == "List") => {
                let items = list.remove("items").and_then(|items| match items {
                    Value::Array(items) => Some(items),
                    _ => None,
                });
                for item in items.ok_or_else(|| wrong(&origin, "items", "is not a list"))? {
                    samples.push(sample(origin.clone(), item)?);
                }
            }
            object => samples.push(sample(origin, object)?),
        }
    }
    Ok(samples)
}

fn sample(origin: Origin, object: Value) -> Result<Sample, SampleError> {
    if !object.is_object() {
        return Err(wrong(&origin, "apiVersion", "is missing: the document is no object"));
    }
    let text = |field: &str| {
        let pointer = format!("/{}", field.replace('.', "/"));
        match object.pointer(&pointer) {
            Some(Value::String(text)) if !text.is_empty() => Ok(Some(text.clone())),
            None | Some(Value::Null) => Ok(None),
            Some(_) => Err(wrong(&origin, field, "is not a text, or empty; a number or true needs quotes")),
        }
    };
    let needed = |field: &str| text(field)?.ok_or_else(|| wrong(&origin, field, "is missing"));
    let api_version = needed("apiVersion")?;
    let (group, version) = match api_version.split_once('/') {
        Some((group, version)) => (group.to_owned(), version.to_owned()),
        None => (String::new(), api_version),
    };
    let (kind, name, namespace) = (needed("kind")?, needed("metadata.name")?, text("metadata.namespace")?);
    Ok(Sample { origin, group, version, kind, namespace, name, object })
}

/// Names a field of a sample and what is wrong with it.
pub(crate) fn wrong(origin: &Origin, field: &str, reason: &str) -> SampleError {
    SampleError::Field { origin: origin.clone(), field: field.to_owned(), reason: reason.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Sample>, String> {
        parse(Path::new("a.yaml"), text.as_bytes()).map_err(|error| error.to_string())
    }

    const TWO: &str = "# a comment\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n---\n\
                       apiVersion: example.com/v1\nkind: MyApp\nmetadata: {name: b, namespace: team}\nspec: {x: 1}\n";

    #[test]
    fn several_documents_and_the_core_group() {
        let samples = read(TWO).unwrap();
        let facts = |s: &Sample| [&s.group, &s.version, &s.kind, &s.name].map(Clone::clone);
        assert_eq!(facts(&samples[0]), ["", "v1", "ConfigMap", "a"]);
        assert_eq!(facts(&samples[1]), ["example.com", "v1", "MyApp", "b"]);
        assert_eq!((samples[0].namespace.as_deref(), samples[1].namespace.as_deref()), (None, Some("team")));
        assert_eq!(samples[1].origin.to_string(), "a.yaml, document 2");
        assert_eq!(samples[1].object["spec"]["x"], 1);
    }

    #[test]
    fn the_items_of_a_list_are_samples() {
        let list = "kind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n";
        assert_eq!(read(list).unwrap()[0].name, "a");
        assert_eq!(read("kind: List\nitems: 3\n").unwrap_err(), "a.yaml, document 1: items: is not a list");
    }

    #[test]
    fn an_error_names_file_document_and_field() {
        let error = |text: &str| read(text).unwrap_err();
        let nameless = format!("{TWO}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{}}\n");
        assert_eq!(error(&nameless), "a.yaml, document 3: metadata.name: is missing");
        assert_eq!(error("kind: X\n"), "a.yaml, document 1: apiVersion: is missing");
        assert_eq!(error("apiVersion: v1\nmetadata: {name: x}\n"), "a.yaml, document 1: kind: is missing");
        assert!(error("- 1\n").starts_with("a.yaml, document 1: apiVersion: is missing"));
        let number = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: 12}\n";
        assert!(error(number).starts_with("a.yaml, document 1: metadata.name: is not a text"));
    }

    #[test]
    fn what_is_no_yaml_names_the_place_and_shows_no_content() {
        let error = read(&format!("{TWO}---\nkind: Secret\nstringData:\n  key: hunter2\n  key: hunter3\n"))
            .unwrap_err();
        assert!(error.starts_with("a.yaml, document 3: ") && error.contains("line 16"), "{error}");
        assert!(!error.contains("hunter"), "{error}");
    }

    #[test]
    fn the_files_of_a_folder_come_by_name_and_others_are_left() {
        let folder = tempfile::tempdir().unwrap();
        assert!(load(&folder.path().join("none")).unwrap().is_none());
        let write = |file: &str, name: &str| {
            let text = format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\n");
            fs::write(folder.path().join(file), text).unwrap();
        };
        write("b.yaml", "second");
        write("a.yml", "first");
        write("kustomization.yaml", "no-sample");
        write("README.md", "no-sample");
        let names: Vec<_> =
            load(folder.path()).unwrap().unwrap().into_iter().map(|sample| sample.name).collect();
        assert_eq!(names, ["first", "second"]);
    }
}
