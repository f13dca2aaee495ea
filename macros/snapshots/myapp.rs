//! What the macros make of ui-tests/tests/pass/myapp.rs.

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
    singular = "myapp",
    doc = "A web application: one Deployment behind one Service.",
    namespaced,
    schema = "disabled",
    status = MyAppStatus,
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
    #[schemars(range(min = 0))]
    #[serde(default = "MyAppSpec::__kubewright_default_replicas")]
    pub replicas: i32,
    /// Port the container listens on. Filled in with 8080 when left out.
    #[schemars(range(min = 1))]
    pub port: Option<u16>,
    /// ConfigMap whose content restarts the pods when it changes.
    pub config_map_ref: Option<String>,
    /// A service outside the cluster that the app depends on.
    pub external_service: Option<ExternalService>,
}
/// The children that a `MyApp` wants.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
pub struct MyAppChildren {
    /// The `Deployment`.
    pub deployment: Deployment,
    /// The `Service`.
    pub service: Service,
}
/// The live children of a `MyApp`.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
#[allow(dead_code)]
pub struct MyAppObserved {
    /// The `Deployment`.
    pub deployment: ::kubewright::__private::Seen<Deployment>,
    /// The `Service`.
    pub service: ::kubewright::__private::Seen<Service>,
}
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::Described for MyAppSpec {
        const FACTS: &'static [__kw::Fact] = {
            #[allow(unused_imports)]
            use __kw::NoFacts as _;
            &[
                __kw::Fact::Column {
                    path: ".image",
                    name: "Image",
                    priority: 0,
                    description: "Container image to run.",
                },
                __kw::Fact::Column {
                    path: ".replicas",
                    name: "Replicas",
                    priority: 0,
                    description: "How many pods should run.",
                },
                __kw::Fact::Scale {
                    path: ".replicas",
                },
                __kw::Fact::Nested {
                    path: ".externalService",
                    facts: __kw::Probe::<Option<ExternalService>>::FACTS,
                },
            ]
        };
    }
    #[automatically_derived]
    impl MyAppSpec {
        #[doc(hidden)]
        fn __kubewright_default_replicas() -> i32 {
            1
        }
    }
    const _: () = __kw::check::counts_replicas::<i32>();
    #[automatically_derived]
    impl __kw::Operator for MyApp {
        type Spec = MyAppSpec;
        type Status = MyAppStatus;
        type State = ExternalServices;
        type Children = MyAppChildren;
        type Observed = MyAppObserved;
        const DECLARATION: __kw::Declaration = __kw::Declaration {
            short_names: &["ma"],
            categories: &["all"],
            description: "A web application: one Deployment behind one Service.",
            owns: &[
                __kw::Owned {
                    entry: "deployment",
                    named: false,
                    arity: __kw::Arity::One,
                    kind: __kw::check::child::<Self, Deployment>,
                },
                __kw::Owned {
                    entry: "service",
                    named: false,
                    arity: __kw::Arity::One,
                    kind: __kw::check::child::<Self, Service>,
                },
            ],
            watches: &[
                __kw::Watched {
                    kind: __kw::check::kind::<ConfigMap>,
                    map: ::core::option::Option::None,
                },
            ],
            finalizer: ::core::option::Option::Some("myapp.example.com/finalizer"),
            webhook: __kw::Webhook {
                validate: true,
                default: true,
            },
            concurrency: 3,
            ..__kw::Declaration::new(
                "myapp-operator",
                "example.com",
                "v1",
                "MyApp",
                "myapps",
                "myapp",
            )
        };
        fn fill_defaults(&mut self) {
            __kw::call::fill_defaults(self);
        }
        fn check(
            &self,
            old: ::core::option::Option<&Self>,
        ) -> ::core::result::Result<__kw::Warnings, __kw::Failed> {
            __kw::call::validate(self, old)
        }
        fn clean<'a>(
            &'a self,
            cx: &'a __kw::Context<Self>,
        ) -> __kw::BoxFuture<'a, ::core::result::Result<__kw::Cleaned, __kw::Failed>> {
            __kw::call::cleanup(self, cx)
        }
    }
    #[automatically_derived]
    impl __kw::Finalized for MyApp {
        const FINALIZER: &'static str = "myapp.example.com/finalizer";
    }
    #[automatically_derived]
    impl __kw::Children for MyAppChildren {
        fn collect(self, into: &mut __kw::Wanted) {
            into.one(0, self.deployment);
            into.one(1, self.service);
        }
    }
    #[automatically_derived]
    impl __kw::Observed for MyAppObserved {
        fn gather(from: &__kw::Live) -> ::core::result::Result<Self, __kw::DecodeError> {
            ::core::result::Result::Ok(Self {
                deployment: from.one(0)?,
                service: from.one(1)?,
            })
        }
    }
    #[automatically_derived]
    impl __kw::Declares<Deployment> for MyApp {}
    #[automatically_derived]
    impl __kw::Declares<Service> for MyApp {}
    #[automatically_derived]
    impl __kw::Declares<ConfigMap> for MyApp {}
    #[automatically_derived]
    impl MyApp {
        /// The `CustomResourceDefinition` of `MyApp`.
        #[must_use]
        #[allow(dead_code)]
        pub fn crd() -> __kw::CustomResourceDefinition {
            __kw::crd::<Self>()
        }
    }
    const _: () = __kw::check::reconciles::<MyApp>();
    const _: () = __kw::check::scales::<MyApp>();
};
/// Something outside of the cluster.
#[derive(
    ::core::clone::Clone,
    ::core::fmt::Debug,
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
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::Described for ExternalService {
        const FACTS: &'static [__kw::Fact] = &[];
    }
};
/// What the operator saw.
#[derive(
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::kubewright::__private::serde::Serialize,
    ::kubewright::__private::serde::Deserialize,
    ::kubewright::__private::schemars::JsonSchema,
    ::core::default::Default,
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
    /// What is to be said about the object.
    pub conditions: Conditions<MyAppCondition>,
    /// When anything else in the status last changed.
    pub last_update_time: Option<Time>,
}
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::Status for MyAppStatus {
        type Condition = MyAppCondition;
        const FIELDS: ::core::option::Option<__kw::StatusFields> = ::core::option::Option::Some(__kw::StatusFields {
            conditions: "conditions",
            observed_generation: "observedGeneration",
            last_update_time: ::core::option::Option::Some("lastUpdateTime"),
        });
    }
    #[automatically_derived]
    impl __kw::Described for MyAppStatus {
        const FACTS: &'static [__kw::Fact] = &[
            __kw::Fact::Scale {
                path: ".replicas",
            },
            __kw::Fact::Column {
                path: ".readyReplicas",
                name: "Ready Replicas",
                priority: 0,
                description: "Pods that are ready.",
            },
            __kw::Fact::ScaleSelector {
                path: ".selector",
            },
        ];
    }
    const _: () = __kw::check::counts_replicas::<i32>();
};
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::ConditionType for MyAppCondition {
        const ALL: &'static [&'static str] = &["Ready", "Progressing", "Invalid"];
        fn as_str(&self) -> &'static str {
            match self {
                Self::Ready => "Ready",
                Self::Progressing => "Progressing",
                Self::Invalid => "Invalid",
            }
        }
    }
    const _: &[MyAppCondition] = &[
        MyAppCondition::Ready,
        MyAppCondition::Progressing,
        MyAppCondition::Invalid,
    ];
};
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::Failure for MyAppError {
        const CONDITIONS: &'static [&'static str] = &["Invalid"];
        fn verdict(&self) -> __kw::Verdict {
            match self {
                Self::TooManyReplicas { .. } => {
                    __kw::Verdict {
                        class: __kw::Class::Permanent,
                        condition: ::core::option::Option::Some(
                            __kw::call::condition(&MyAppCondition::Invalid),
                        ),
                        reason: "ReplicasExceedsLimit",
                        field: ::core::option::Option::Some("spec.replicas"),
                    }
                }
                Self::External { .. } => {
                    __kw::Verdict {
                        class: __kw::Class::Transient {
                            retry_after: ::core::option::Option::Some(
                                ::core::time::Duration::from_secs(30),
                            ),
                        },
                        condition: ::core::option::Option::None,
                        reason: "External",
                        field: ::core::option::Option::None,
                    }
                }
            }
        }
    }
};
