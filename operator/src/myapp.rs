//! MyApp with the macros' expansion written out by hand: what `#[operator]`, `#[schema]`, `#[status]`,
//! `ConditionType` and `Failure` are to produce, reviewed as code.

use kubewright::k8s::{
    apps::v1::Deployment,
    core::v1::{ConfigMap, Service},
};
use kubewright::prelude::*;

use crate::children;

/// Port used when the object names none.
pub const DEFAULT_PORT: i32 = 8080;
const MAX_REPLICAS: i32 = 100;

// ---- #[operator(..)] pub struct MyAppSpec { .. }

/// A web application: one Deployment behind one Service.
#[derive(
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::kubewright::__private::serde::Serialize,
    ::kubewright::__private::serde::Deserialize,
    ::kubewright::__private::schemars::JsonSchema,
    ::kubewright::__private::kube::CustomResource,
)]
#[kube(
    group = "example.com",
    version = "v1",
    kind = "MyApp",
    plural = "myapps",
    namespaced,
    schema = "disabled",
    status = "MyAppStatus",
    crates(
        kube_core = "::kubewright::__private::kube::core",
        k8s_openapi = "::kubewright::__private::k8s_openapi",
        schemars = "::kubewright::__private::schemars",
        serde = "::kubewright::__private::serde",
        serde_json = "::kubewright::__private::serde_json"
    )
)]
#[serde(rename_all = "camelCase", crate = "::kubewright::__private::serde")]
#[schemars(crate = "::kubewright::__private::schemars")]
pub struct MyAppSpec {
    /// Container image to run.
    pub image: String,
    /// How many pods should run.
    #[serde(default = "__kubewright_default_my_app_spec_replicas")]
    #[schemars(range(min = 0))]
    pub replicas: i32,
    /// Port the container listens on. Filled in with 8080 when left out.
    #[schemars(range(min = 1))]
    pub port: Option<u16>,
    /// ConfigMap whose content restarts the pods when it changes.
    pub config_map_ref: Option<String>,
    /// A service outside the cluster that the app depends on.
    pub external_service: Option<ExternalService>,
}

#[doc(hidden)]
fn __kubewright_default_my_app_spec_replicas() -> i32 {
    1
}

/// Wanted children of a `MyApp`.
#[derive(Clone, Debug)]
pub struct MyAppChildren {
    /// `Deployment`
    pub deployment: Deployment,
    /// `Service`
    pub service: Service,
}

/// Live children of a `MyApp`.
#[derive(Clone, Debug)]
pub struct MyAppObserved {
    /// `Deployment`
    pub deployment: Seen<Deployment>,
    /// `Service`
    pub service: Seen<Service>,
}

const _: () = {
    use ::kubewright::__private as kw;

    #[automatically_derived]
    impl kw::Described for MyAppSpec {
        const FACTS: &'static [kw::Fact] = {
            use kw::NoFacts as _;
            &[
                kw::Fact::Column {
                    path: ".image",
                    name: "Image",
                    priority: 0,
                    description: "Container image to run.",
                },
                kw::Fact::Column {
                    path: ".replicas",
                    name: "Replicas",
                    priority: 0,
                    description: "How many pods should run.",
                },
                kw::Fact::Scale { path: ".replicas" },
                kw::Fact::Nested {
                    path: ".externalService",
                    facts: kw::Probe::<Option<ExternalService>>::FACTS,
                },
            ]
        };
    }

    #[automatically_derived]
    impl kw::Operator for MyApp {
        type Spec = MyAppSpec;
        type Status = MyAppStatus;
        type State = ExternalServices;
        type Children = MyAppChildren;
        type Observed = MyAppObserved;
        const DECLARATION: kw::Declaration = kw::Declaration {
            short_names: &["ma"],
            categories: &["all"],
            description: "A web application: one Deployment behind one Service.",
            owns: &[
                kw::Owned {
                    entry: "deployment",
                    named: false,
                    arity: kw::Arity::One,
                    kind: kw::Kind::of::<Deployment>,
                },
                kw::Owned {
                    entry: "service",
                    named: false,
                    arity: kw::Arity::One,
                    kind: kw::Kind::of::<Service>,
                },
            ],
            watches: &[kw::Watched { kind: kw::Kind::of::<ConfigMap>, map: ::core::option::Option::None }],
            finalizer: ::core::option::Option::Some("myapp.example.com/finalizer"),
            webhook: kw::Webhook { validate: true, default: true },
            concurrency: 3,
            ..kw::Declaration::new("myapp-operator", "example.com", "v1", "MyApp", "myapps", "myapp")
        };

        fn fill_defaults(&mut self) {
            <Self as kw::Defaults>::default(self);
        }

        fn check(
            &self,
            old: ::core::option::Option<&Self>,
        ) -> ::core::result::Result<kw::Warnings, kw::Failed> {
            <Self as kw::Validate>::validate(self, old).map_err(|error| kw::Failed::of(&error))
        }

        fn clean<'a>(
            &'a self,
            cx: &'a kw::Context<Self>,
        ) -> kw::BoxFuture<'a, ::core::result::Result<kw::Cleaned, kw::Failed>> {
            ::std::boxed::Box::pin(async move {
                <Self as kw::Cleanup>::cleanup(self, cx).await.map_err(|error| kw::Failed::of(&error))
            })
        }
    }

    #[automatically_derived]
    impl kw::Finalized for MyApp {
        const FINALIZER: &'static str = "myapp.example.com/finalizer";
    }

    #[automatically_derived]
    impl kw::Children for MyAppChildren {
        fn collect(self, into: &mut kw::Wanted) {
            into.one(0, self.deployment);
            into.one(1, self.service);
        }
    }

    #[automatically_derived]
    impl kw::Observed for MyAppObserved {
        fn gather(from: &kw::Live) -> ::core::result::Result<Self, kw::DecodeError> {
            ::core::result::Result::Ok(Self { deployment: from.one(0)?, service: from.one(1)? })
        }
    }

    #[automatically_derived]
    impl kw::Declares<Deployment> for MyApp {}
    #[automatically_derived]
    impl kw::Declares<Service> for MyApp {}
    #[automatically_derived]
    impl kw::Declares<ConfigMap> for MyApp {}

    const fn may_own<O, C>()
    where
        O: kw::kube::Resource,
        C: kw::kube::Resource,
        O::Scope: kw::MayOwn<C::Scope>,
    {
    }
    const fn reconciles<O: kw::Reconcile>() {}
    const _: () = may_own::<MyApp, Deployment>();
    const _: () = may_own::<MyApp, Service>();
    const _: () = reconciles::<MyApp>();
};

// ---- #[schema]

/// Something outside of the cluster.
#[derive(
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::core::cmp::PartialEq,
    ::kubewright::__private::serde::Serialize,
    ::kubewright::__private::serde::Deserialize,
    ::kubewright::__private::schemars::JsonSchema,
)]
#[serde(rename_all = "camelCase", crate = "::kubewright::__private::serde")]
#[schemars(crate = "::kubewright::__private::schemars")]
pub struct ExternalService {
    /// Where it answers.
    pub url: String,
}

const _: () = {
    use ::kubewright::__private as kw;
    #[automatically_derived]
    impl kw::Described for ExternalService {
        const FACTS: &'static [kw::Fact] = &[];
    }
};

// ---- #[status]

/// What the operator saw.
#[derive(
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::core::default::Default,
    ::kubewright::__private::serde::Serialize,
    ::kubewright::__private::serde::Deserialize,
    ::kubewright::__private::schemars::JsonSchema,
)]
#[serde(rename_all = "camelCase", default, crate = "::kubewright::__private::serde")]
#[schemars(crate = "::kubewright::__private::schemars")]
pub struct MyAppStatus {
    /// Pods that exist.
    pub replicas: i32,
    /// Pods that are ready.
    pub ready_replicas: i32,
    /// Pods that have been ready for long enough.
    pub available_replicas: i32,
    /// Label selector of the pods.
    pub selector: String,
    /// Generation that this status speaks of.
    pub observed_generation: Option<i64>,
    /// Conditions.
    pub conditions: Conditions<MyAppCondition>,
    /// When anything else in the status last changed.
    pub last_update_time: Option<Time>,
}

const _: () = {
    use ::kubewright::__private as kw;
    #[automatically_derived]
    impl kw::Status for MyAppStatus {
        type Condition = MyAppCondition;
        const FIELDS: ::core::option::Option<kw::StatusFields> =
            ::core::option::Option::Some(kw::StatusFields {
                conditions: "conditions",
                observed_generation: "observedGeneration",
                last_update_time: ::core::option::Option::Some("lastUpdateTime"),
            });
    }
    #[automatically_derived]
    impl kw::Described for MyAppStatus {
        const FACTS: &'static [kw::Fact] = &[
            kw::Fact::Scale { path: ".replicas" },
            kw::Fact::Column {
                path: ".readyReplicas",
                name: "Ready Replicas",
                priority: 0,
                description: "Pods that are ready.",
            },
            kw::Fact::ScaleSelector { path: ".selector" },
        ];
    }
};

// ---- #[derive(ConditionType)]

/// What is said about a MyApp.
#[derive(Clone, Copy, Debug)]
pub enum MyAppCondition {
    /// All children do what they are for.
    Ready,
    /// The children are changing.
    Progressing,
    /// The spec is refused.
    Invalid,
}

const _: () = {
    use ::kubewright::__private as kw;
    #[automatically_derived]
    impl kw::ConditionType for MyAppCondition {
        const ALL: &'static [&'static str] = &["Ready", "Progressing", "Invalid"];
        fn as_str(self) -> &'static str {
            match self {
                Self::Ready => "Ready",
                Self::Progressing => "Progressing",
                Self::Invalid => "Invalid",
            }
        }
    }
};

// ---- #[derive(Failure)]

/// What can go wrong with a MyApp.
#[derive(Debug, thiserror::Error)]
pub enum MyAppError {
    /// More replicas than allowed.
    #[error("replicas must be <= {MAX_REPLICAS}")]
    TooManyReplicas,
}

const _: () = {
    use ::kubewright::__private as kw;
    #[automatically_derived]
    impl kw::Failure for MyAppError {
        const CONDITIONS: &'static [&'static str] = {
            const _: fn() -> MyAppCondition = || MyAppCondition::Invalid;
            &["Invalid"]
        };
        fn verdict(&self) -> kw::Verdict {
            match self {
                Self::TooManyReplicas => kw::Verdict {
                    class: kw::Class::Permanent,
                    condition: ::core::option::Option::Some("Invalid"),
                    reason: "ReplicasExceedsLimit",
                    field: ::core::option::Option::Some("spec.replicas"),
                },
            }
        }
    }
};

// ---- what a user writes

/// What passes share.
#[derive(Debug, Default)]
pub struct ExternalServices;

impl Reconcile for MyApp {
    type Error = MyAppError;

    async fn desired(&self, cx: &Context<Self>) -> Result<MyAppChildren, MyAppError> {
        let config = self.spec.config_map_ref.as_deref().and_then(|name| cx.get::<ConfigMap>(name));
        Ok(MyAppChildren {
            deployment: children::deployment(self, config.as_deref()),
            service: children::service(self),
        })
    }

    async fn observe(
        &self,
        _cx: &Context<Self>,
        seen: &MyAppObserved,
        status: &mut MyAppStatus,
    ) -> Result<Action, MyAppError> {
        let replicas = seen.deployment.replicas();
        status.replicas = replicas.current;
        status.ready_replicas = replicas.ready;
        status.available_replicas = replicas.available;
        status.selector = children::selector(self);
        Ok(Action::await_change())
    }
}

impl Cleanup for MyApp {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, MyAppError> {
        Ok(Cleaned::Done)
    }
}

impl Validate for MyApp {
    fn validate(&self, _old: Option<&Self>) -> Result<Warnings, MyAppError> {
        if self.spec.replicas > MAX_REPLICAS {
            Err(MyAppError::TooManyReplicas)
        } else {
            Ok(Warnings::none())
        }
    }
}

impl Defaults for MyApp {
    fn default(&mut self) {
        self.spec.port.get_or_insert(8080);
    }
}
