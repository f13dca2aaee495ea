//! Names of children, and how one that is too long for its kind is shortened.

use std::fmt;

use sha2::{Digest, Sha256};

use super::rule::{LABEL, Rule};
use crate::object::{Kind, Scoped};

/// A name that is short enough for what it names.
///
/// The parts are joined by `-`. A name that is too long keeps its beginning and ends with a hash of the whole, so it is the
/// same at every call, and two long names that begin alike stay apart. The limits: 63 characters for a `Service`, a
/// `Namespace` and a `Job`, 52 for a `CronJob` and a `StatefulSet`, 242 for a `DaemonSet`, of whose names longer ones are
/// made, 253 for all else. Names that the runtime gives to children are made so, too.
///
/// ```
/// use kubewright::{k8s::core::v1::{ConfigMap, Service}, prelude::*};
///
/// let owner = "a-name-of-an-owner-that-nobody-would-give-but-a-machine";
/// let name = ChildName::of::<Service>([owner, "metrics"]);
/// assert_eq!(name.as_str(), "a-name-of-an-owner-that-nobody-would-give-but-a-machine-metrics");
/// let name = ChildName::of::<Service>([owner, "metrics-2"]);
/// assert_eq!(name.as_str(), "a-name-of-an-owner-that-nobody-would-give-but-a-mach-dsx9tdsnpq");
/// assert_eq!(ChildName::of::<ConfigMap>([owner, "metrics-2"]).as_str().len(), 65);
/// let metadata = ObjectMeta { name: Some(name.into()), ..Default::default() };
/// # let _ = metadata;
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChildName(String);

impl ChildName {
    /// A name for an object of kind `K`, of parts that are joined by `-`.
    pub fn of<K>(parts: impl IntoIterator<Item = impl AsRef<str>>) -> Self
    where
        K: kube::Resource<DynamicType = ()>,
        K::Scope: Scoped,
    {
        Self::for_kind(&Kind::of::<K>(), &joined(parts))
    }

    /// A value for a label, which has at most 63 characters, of parts that are joined by `-`.
    pub fn label(parts: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        Self(shortened(joined(parts), LABEL))
    }

    pub(crate) fn for_kind(kind: &Kind, whole: &str) -> Self {
        Self(shortened(whole.to_owned(), Rule::of(kind).limit))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<ChildName> for String {
    fn from(name: ChildName) -> Self {
        name.0
    }
}

impl AsRef<str> for ChildName {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ChildName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Characters of the hash: 47 bits.
const HASH: usize = 10;
/// Without vowels and what reads like one, so that no words come out (`k8s.io/apimachinery/pkg/util/rand`).
const ALPHABET: &[u8; 27] = b"bcdfghjklmnpqrstvwxz2456789";

fn joined(parts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut whole = String::new();
    for part in parts {
        if !whole.is_empty() {
            whole.push('-');
        }
        whole.push_str(part.as_ref());
    }
    whole
}

fn shortened(whole: String, limit: usize) -> String {
    if whole.len() <= limit {
        return whole;
    }
    let mut end = limit - HASH - 1;
    while !whole.is_char_boundary(end) {
        end -= 1;
    }
    // What ends with one of these and goes on with a dash is no name.
    let head = whole[..end].trim_end_matches(['-', '.', '_']);
    format!("{head}-{}", hash(&whole))
}

fn hash(whole: &str) -> String {
    let letter = |byte: &u8| char::from(ALPHABET[usize::from(*byte) % ALPHABET.len()]);
    Sha256::digest(whole.as_bytes()).iter().take(HASH).map(letter).collect()
}

#[cfg(test)]
mod tests;
