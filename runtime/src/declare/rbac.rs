//! The rights that an operator needs, and no others: rules of RBAC, made of its declaration.

use std::collections::BTreeSet;

use k8s_openapi::api::rbac::v1::{ClusterRole, PolicyRule};
use kube::api::ObjectMeta;

use super::declaration::Declaration;
use crate::{object::Kind, operator::Operator, status::Status};

/// What may be done with a resource, in the order in which rules list it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verb {
    Get,
    List,
    Watch,
    Create,
    Update,
    Patch,
    Delete,
}

use Verb::{Create, Delete, Get, List, Patch, Update, Watch};

/// Why no rules can be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RbacError {
    /// It owns roles or bindings. Who writes these needs every right that they grant, or else the verb `escalate` or
    /// `bind`, which is every right there is (kubernetes.io: "Privilege escalation prevention and bootstrapping").
    #[error(
        "{operator} owns {kind}, and who writes one needs every right that it grants, or the verb `{verb}`: \
         no declaration says which, so write these rules by hand"
    )]
    Grants {
        /// Kind of the operator.
        operator: &'static str,
        /// Owned kind that grants rights.
        kind: String,
        /// Verb that would do for all of its objects.
        verb: &'static str,
    },
}

/// The rights of an operator, as a ClusterRole of its name.
///
/// Bound by a ClusterRoleBinding it serves the whole cluster; for `run --namespaces` it is bound by a RoleBinding in each
/// namespace. What code does with `cx.unchecked_client()` is not in it.
///
/// # Errors
/// [`RbacError`]: it owns roles or bindings.
pub fn rbac<O: Operator>() -> Result<ClusterRole, RbacError> {
    let declaration = O::DECLARATION;
    Ok(ClusterRole {
        metadata: ObjectMeta { name: Some(declaration.name.to_owned()), ..ObjectMeta::default() },
        rules: Some(rules(&declaration, O::Status::FIELDS.is_some())?),
        aggregation_rule: None,
    })
}

pub(super) fn rules(declaration: &Declaration, status: bool) -> Result<Vec<PolicyRule>, RbacError> {
    let mut rules = Rules::default();
    let primary = declaration.primary();
    rules.allow(&primary, "", &[List, Watch]);
    if status {
        rules.allow(&primary, "/status", &[Patch]);
    }
    let former = !declaration.former_finalizers.is_empty() || !declaration.former_managers.is_empty();
    let patches = declaration.finalizer.is_some() || former;
    if patches {
        rules.allow(&primary, "", &[Patch]);
    }
    let refers = declaration.owns.iter().any(|owned| !owned.retain);
    if patches || status || refers {
        // After a conflict, and before a child that has lost its owner reference gets it again.
        rules.allow(&primary, "", &[Get]);
    }
    if refers {
        // Owner references that block the owner's deletion, where OwnerReferencesPermissionEnforcement is on.
        rules.allow(&primary, "/finalizers", &[Update]);
    }
    for owned in declaration.owns {
        let kind = (owned.kind)();
        grants_nothing(declaration, &kind)?;
        rules.allow(&kind, "", &[Get, List, Watch, Create, Patch]);
        if !owned.retain {
            rules.allow(&kind, "", &[Delete]);
        }
    }
    for kind in declaration.formerly_owns {
        rules.allow(&kind(), "", &[List, Watch, Delete]);
    }
    for watched in declaration.watches {
        rules.allow(&(watched.kind)(), "", &[List, Watch]);
    }
    for read in declaration.reads {
        rules.allow(&(read.kind)(), "", if read.live { &[Get] } else { &[List, Watch] });
    }
    rules.add("events.k8s.io", "events".to_owned(), &[Create, Patch]);
    Ok(rules.0.into_iter().map(Rule::written).collect())
}

fn grants_nothing(declaration: &Declaration, kind: &Kind) -> Result<(), RbacError> {
    let verb = match kind.plural.as_ref() {
        _ if kind.group != "rbac.authorization.k8s.io" => return Ok(()),
        "roles" | "clusterroles" => "escalate",
        _ => "bind",
    };
    Err(RbacError::Grants { operator: declaration.kind, kind: kind.kind.to_string(), verb })
}

/// A rule for each resource, in the order in which they were first named.
#[derive(Default)]
struct Rules(Vec<Rule>);

struct Rule {
    group: String,
    resource: String,
    verbs: BTreeSet<Verb>,
}

impl Rules {
    fn allow(&mut self, kind: &Kind, subresource: &str, verbs: &[Verb]) {
        self.add(&kind.group, format!("{}{subresource}", kind.plural), verbs);
    }

    fn add(&mut self, group: &str, resource: String, verbs: &[Verb]) {
        match self.0.iter_mut().find(|rule| rule.group == group && rule.resource == resource) {
            Some(rule) => rule.verbs.extend(verbs),
            None => {
                let verbs = verbs.iter().copied().collect();
                self.0.push(Rule { group: group.to_owned(), resource, verbs });
            }
        }
    }
}

impl Rule {
    fn written(self) -> PolicyRule {
        PolicyRule {
            api_groups: Some(vec![self.group]),
            resources: Some(vec![self.resource]),
            verbs: self.verbs.into_iter().map(|verb| format!("{verb:?}").to_lowercase()).collect(),
            ..PolicyRule::default()
        }
    }
}
