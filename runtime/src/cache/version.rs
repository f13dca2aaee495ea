//! Order of resource versions.

use std::cmp::Ordering;

/// A resource version that can be compared with others of the same kind.
///
/// Since Kubernetes 1.35 clients may do so (KEP-5504, `apimachinery/pkg/util/resourceversion`): decimal strings
/// without leading zero, by length, then by bytes. Older servers behave the same way for everything in etcd.
/// Anything else is opaque and does not parse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Version(Box<str>);

impl Version {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let decimal = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        (decimal && !text.starts_with('0')).then(|| Self(text.into()))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_by_length_then_bytes() {
        let version = |text| Version::parse(text).unwrap();
        assert!(version("9") < version("10"));
        assert!(version("199") < version("200"));
        assert!(version("99999999999999999999999999") < version("100000000000000000000000000"));
        assert_eq!(version("7"), version("7"));
    }

    #[test]
    fn opaque_versions_do_not_parse() {
        for text in ["", "0", "007", "-1", "1.0", "a", "1a", " 1", "١"] {
            assert_eq!(Version::parse(text), None, "{text:?}");
        }
    }
}
