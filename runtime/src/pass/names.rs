//! Which names a child of a kind may have, by the
//! [rules of the API server](https://kubernetes.io/docs/concepts/overview/working-with-objects/names/).

use crate::object::Kind;

/// Checks a name. The error says what is wrong with it.
pub(super) fn check(kind: &Kind, name: &str) -> Result<(), String> {
    let (limit, dots, digit_first) = match &*kind.kind {
        "Service" => (63, false, false),
        "Namespace" | "StatefulSet" => (63, false, true),
        "CronJob" => (52, true, true),
        // These are path segments, checked by the server alone.
        "Role" | "ClusterRole" | "RoleBinding" | "ClusterRoleBinding" => return Ok(()),
        _ => (253, true, true),
    };
    if name.len() > limit {
        return Err(format!("a name has at most {limit} characters, this one has {}", name.len()));
    }
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || (dots && c == '.');
    if let Some(wrong) = name.chars().find(|c| !legal(*c)) {
        return Err(format!("{wrong:?} is not allowed in a name"));
    }
    let parts_ok =
        name.split('.').all(|part| !part.is_empty() && !part.starts_with('-') && !part.ends_with('-'));
    if !parts_ok || (!digit_first && name.starts_with(|c: char| c.is_ascii_digit())) {
        return Err("a name starts and ends with a letter or digit".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use k8s_openapi::api::{apps::v1::Deployment, core::v1::Service, rbac::v1::Role};

    use super::*;

    #[test]
    fn each_kind_has_its_own_rule() {
        let (service, deployment) = (Kind::of::<Service>(), Kind::of::<Deployment>());
        for legal in ["a", "my-app", &"x".repeat(63)] {
            assert_eq!(check(&service, legal), Ok(()), "{legal}");
        }
        for wrong in ["1a", "a.b", "A", "-a", "a-", "", &"x".repeat(64)] {
            assert!(check(&service, wrong).is_err(), "{wrong}");
        }
        for legal in ["1a", "a.b", &"x".repeat(253)] {
            assert_eq!(check(&deployment, legal), Ok(()), "{legal}");
        }
        for wrong in ["a..b", "a_b", ".a", &"x".repeat(254)] {
            assert!(check(&deployment, wrong).is_err(), "{wrong}");
        }
        assert_eq!(check(&Kind::of::<Role>(), "system:any"), Ok(()));
    }
}
