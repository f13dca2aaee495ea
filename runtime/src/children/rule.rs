//! Which names a child of a kind may have, by the
//! [rules of the API server](https://kubernetes.io/docs/concepts/overview/working-with-objects/names/), and by what
//! controllers make of a name: an object that they can do nothing with is of no use.

use crate::object::Kind;

/// A DNS label, and the value of a label.
pub(super) const LABEL: usize = 63;
/// A DNS subdomain, as most names are.
const SUBDOMAIN: usize = 253;
/// A dash and the hash of a revision.
const REVISION: usize = 11;

/// Which names a kind takes.
pub(crate) struct Rule {
    /// The longest name.
    pub(super) limit: usize,
    characters: Characters,
}

enum Characters {
    /// Lower case letters, digits and dashes, beginning with a letter.
    Service,
    /// Lower case letters, digits and dashes.
    Label,
    /// Labels with dots between them.
    Subdomain,
    /// A segment of a path, checked by the server alone.
    Segment,
}

impl Rule {
    pub(crate) fn of(kind: &Kind) -> Self {
        use Characters::{Label, Segment, Service, Subdomain};
        let (limit, characters) = match (&*kind.group, &*kind.kind) {
            ("", "Service") => (LABEL, Service),
            ("", "Namespace") => (LABEL, Label),
            // Its pods have the name as a label.
            ("batch", "Job") => (LABEL, Subdomain),
            // Its Jobs have a dash and the time after it.
            ("batch", "CronJob") => (LABEL - 11, Subdomain),
            // Its pods have the name of their revision as a label.
            ("apps", "StatefulSet") => (LABEL - REVISION, Label),
            // Its revisions are objects. A Deployment's name is cut for its ReplicaSets, this one is not.
            ("apps", "DaemonSet") => (SUBDOMAIN - REVISION, Subdomain),
            ("rbac.authorization.k8s.io", _) => (usize::MAX, Segment),
            _ => (SUBDOMAIN, Subdomain),
        };
        Self { limit, characters }
    }

    /// Checks a name. The error says what is wrong with it.
    pub(crate) fn check(&self, name: &str) -> Result<(), String> {
        let (dots, digit_first) = match self.characters {
            Characters::Service => (false, false),
            Characters::Label => (false, true),
            Characters::Subdomain => (true, true),
            Characters::Segment => return Ok(()),
        };
        let limit = self.limit;
        if name.len() > limit {
            let len = name.len();
            return Err(format!(
                "a name has at most {limit} characters, this one has {len}: `ChildName` shortens it"
            ));
        }
        let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || (dots && c == '.');
        if let Some(wrong) = name.chars().find(|c| !legal(*c)) {
            return Err(format!("{wrong:?} is not allowed in a name"));
        }
        if !digit_first && name.starts_with(|c: char| c.is_ascii_digit()) {
            return Err("a name begins with a letter".to_owned());
        }
        let mut parts = name.split('.');
        if parts.any(|part| part.is_empty() || part.starts_with('-') || part.ends_with('-')) {
            return Err("a name begins and ends with a letter or digit".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use k8s_openapi::api::{apps::v1::Deployment, core::v1::Service, rbac::v1::Role};

    use super::*;

    #[test]
    fn each_kind_has_its_own_rule() {
        let (service, deployment) = (Rule::of(&Kind::of::<Service>()), Rule::of(&Kind::of::<Deployment>()));
        for legal in ["a", "my-app", &"x".repeat(63)] {
            assert_eq!(service.check(legal), Ok(()), "{legal}");
        }
        for wrong in ["1a", "a.b", "A", "-a", "a-", "", &"x".repeat(64)] {
            assert!(service.check(wrong).is_err(), "{wrong}");
        }
        for legal in ["1a", "a.b", &"x".repeat(253)] {
            assert_eq!(deployment.check(legal), Ok(()), "{legal}");
        }
        for wrong in ["a..b", "a_b", ".a", &"x".repeat(254)] {
            assert!(deployment.check(wrong).is_err(), "{wrong}");
        }
        assert_eq!(Rule::of(&Kind::of::<Role>()).check("system:any"), Ok(()));
    }
}
