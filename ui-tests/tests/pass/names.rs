//! Types of the user's that are called like ours or like those of the prelude, and names that need `r#`.
//! The neighbours of `cases/operator_names` are at the end.
#![allow(dead_code)]

mod same_names {
    use std::convert::Infallible;

    use kubewright::{Failure as FailureDerive, k8s::core::v1::Secret, operator, schema, status};

    type Result<T> = std::result::Result<T, Infallible>;

    /// Not the runtime's.
    #[schema]
    pub(super) struct Context {
        pub(super) depth: i32,
    }

    /// Not the runtime's.
    #[schema]
    pub(super) struct Config {
        pub(super) context: Context,
        pub(super) operator: Operator,
    }

    /// Not the runtime's.
    #[schema]
    pub(super) struct Operator {
        pub(super) name: String,
    }

    #[derive(Debug, thiserror::Error, FailureDerive)]
    #[error("broken")]
    pub(super) enum Error {
        #[failure(transient)]
        Broken,
    }

    #[derive(kubewright::ConditionType)]
    pub(super) enum Condition {
        Ready,
    }

    #[status]
    pub(super) struct BackupStatus {
        pub(super) observed_generation: Option<i64>,
        pub(super) conditions: kubewright::status::Conditions<Condition>,
    }

    pub(super) struct BackupReconciler;
    pub(super) struct Children;
    pub(super) struct Declaration;
    pub(super) struct Seen;

    #[operator(
        group = "example.com", version = "v1", status = BackupStatus, state = BackupReconciler,
        owns(Secret, context: Secret2),
    )]
    pub(super) struct BackupSpec {
        #[crd(default = Self::most())]
        pub(super) keep: i32,
        pub(super) config: Config,
    }

    /// The same kind by another name.
    type Secret2 = kubewright::k8s::core::v1::ConfigMap;

    impl BackupSpec {
        fn most() -> i32 {
            7
        }
    }

    impl kubewright::operator::Reconcile for Backup {
        type Error = Error;

        async fn desired(
            &self,
            _cx: &kubewright::context::Context<Self>,
        ) -> std::result::Result<BackupChildren, Error> {
            Ok(BackupChildren { secret: Secret::default(), context: Secret2::default() })
        }
    }

    fn never() -> Result<()> {
        Ok(())
    }

    /// A second operator beside the first, by names that need `r#`.
    #[operator(group = "example.com", version = "v1", owns(r#type: Secret))]
    pub(super) struct RestoreSpec {
        #[crd(column, default = 1)]
        pub(super) r#type: i32,
        pub(super) r#loop: Option<Config>,
    }

    impl kubewright::operator::Reconcile for Restore {
        type Error = Infallible;

        async fn desired(
            &self,
            _cx: &kubewright::context::Context<Self>,
        ) -> std::result::Result<RestoreChildren, Infallible> {
            Ok(RestoreChildren { r#type: Secret::default() })
        }
    }
}

#[test]
fn defaults_may_name_the_type() {
    let spec = r#"{ "config": { "context": { "depth": 1 }, "operator": { "name": "x" } } }"#;
    let spec: same_names::BackupSpec = kubewright::__private::serde_json::from_str(spec).unwrap();
    assert_eq!(spec.keep, 7);
}

#[test]
fn raw_names_are_bare_on_the_wire() {
    use kubewright::declare::{Described, Fact};

    assert!(matches!(same_names::RestoreSpec::FACTS[0], Fact::Column { path: ".type", name: "Type", .. }));
}

/// Names at the edge of what Kubernetes takes.
mod at_the_edge {
    use kubewright::prelude::*;

    #[operator(
        name = "a-name-of-sixty-three-characters-is-the-longest-that-a-label-is",
        group = "a1-b2.example-1.com",
        version = "v12alpha3",
        kind = V1,
        plural = "v1-things",
        singular = "v1-thing",
        short_name = "v1t",
        short_name = "v",
        category = "all",
        category = "things"
    )]
    pub struct Anything {}

    impl Reconcile for V1 {
        type Error = std::convert::Infallible;

        async fn desired(&self, _cx: &Context<Self>) -> Result<V1Children, Self::Error> {
            Ok(V1Children {})
        }
    }

    #[test]
    fn names_are_as_they_are_written() {
        assert_eq!(V1::DECLARATION.name.len(), 63);
        let crd = V1::crd();
        assert_eq!(crd.metadata.name.as_deref(), Some("v1-things.a1-b2.example-1.com"));
        assert_eq!(crd.spec.versions[0].name, "v12alpha3");
        assert_eq!(crd.spec.names.short_names, Some(vec!["v1t".to_owned(), "v".to_owned()]));
        assert_eq!(crd.spec.names.singular.as_deref(), Some("v1-thing"));
    }
}
