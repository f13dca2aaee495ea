//! What the macros make of ui-tests/tests/pass/shapes.rs.

/// A cluster-scoped kind with children of every arity.
///
/// Its description has two paragraphs.
#[derive(
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::kubewright::__private::serde::Serialize,
    ::kubewright::__private::serde::Deserialize,
    ::kubewright::__private::schemars::JsonSchema,
    ::kubewright::__private::kube::CustomResource,
    PartialEq
)]
#[kube(
    group = "platform.example.com",
    version = "v1beta1",
    kind = "Tenant",
    plural = "tenantry",
    singular = "tenant",
    doc = "A cluster-scoped kind with children of every arity.\n\nIts description has two paragraphs.",
    schema = "disabled",
    status = TenantStatus,
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
pub struct TenantDeclaration {
    /// Wire names follow serde.
    #[serde(rename = "displayName")]
    #[serde(default = "TenantDeclaration::__kubewright_default_title")]
    pub title: String,
    /// Limits of the tenant.
    #[serde(default)]
    pub limits: Limits,
    /// A raw name.
    pub r#type: Option<String>,
    /// Where its things are stored.
    pub storage: Option<Storage>,
    /// How long things are kept.
    pub retention: Option<Retention>,
    /// Free text by key.
    #[serde(default)]
    pub notes: BTreeMap<String, String>,
}
/// The children that a `Tenant` wants.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
pub struct TenantChildren {
    /// The `ClusterRole`.
    pub role: ClusterRole,
    /// The `ClusterRole`.
    pub extra: ClusterRole,
    /// The `Secret`, if there is one.
    pub secret: ::core::option::Option<Secret>,
    /// All of the entry's `ConfigMap`s.
    pub config_maps: ::std::vec::Vec<ConfigMap>,
    /// The `Service`.
    pub r#type: Service,
}
/// The live children of a `Tenant`.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
#[allow(dead_code)]
pub struct TenantObserved {
    /// The `ClusterRole`.
    pub role: ::kubewright::__private::Seen<ClusterRole>,
    /// The `ClusterRole`.
    pub extra: ::kubewright::__private::Seen<ClusterRole>,
    /// The `Secret`, if there is one.
    pub secret: ::kubewright::__private::Seen<Secret>,
    /// All of the entry's `ConfigMap`s.
    pub config_maps: ::kubewright::__private::SeenMany<ConfigMap>,
    /// The `Service`.
    pub r#type: ::kubewright::__private::Seen<Service>,
}
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::Described for TenantDeclaration {
        const FACTS: &'static [__kw::Fact] = {
            #[allow(unused_imports)]
            use __kw::NoFacts as _;
            &[
                __kw::Fact::Column {
                    path: ".displayName",
                    name: "Title",
                    priority: 1,
                    description: "Wire names follow serde.",
                },
                __kw::Fact::Nested {
                    path: ".limits",
                    facts: __kw::Probe::<Limits>::FACTS,
                },
                __kw::Fact::Nested {
                    path: ".storage",
                    facts: __kw::Probe::<Option<Storage>>::FACTS,
                },
                __kw::Fact::Nested {
                    path: ".retention",
                    facts: __kw::Probe::<Option<Retention>>::FACTS,
                },
            ]
        };
    }
    #[automatically_derived]
    impl TenantDeclaration {
        #[doc(hidden)]
        fn __kubewright_default_title() -> String {
            ::core::convert::Into::into("nobody")
        }
    }
    #[automatically_derived]
    impl ::core::default::Default for TenantDeclaration {
        fn default() -> Self {
            Self {
                title: Self::__kubewright_default_title(),
                limits: ::core::default::Default::default(),
                r#type: ::core::default::Default::default(),
                storage: ::core::default::Default::default(),
                retention: ::core::default::Default::default(),
                notes: ::core::default::Default::default(),
            }
        }
    }
    #[automatically_derived]
    impl __kw::Operator for Tenant {
        type Spec = TenantDeclaration;
        type Status = TenantStatus;
        type State = ();
        type Children = TenantChildren;
        type Observed = TenantObserved;
        const DECLARATION: __kw::Declaration = __kw::Declaration {
            short_names: &["tn", "tns"],
            scope: __kw::Scope::Cluster,
            description: "A cluster-scoped kind with children of every arity.\n\nIts description has two paragraphs.",
            owns: &[
                __kw::Owned {
                    entry: "role",
                    named: true,
                    arity: __kw::Arity::One,
                    kind: __kw::check::child::<Self, ClusterRole>,
                },
                __kw::Owned {
                    entry: "extra",
                    named: true,
                    arity: __kw::Arity::One,
                    kind: __kw::check::child::<Self, ClusterRole>,
                },
                __kw::Owned {
                    entry: "secret",
                    named: false,
                    arity: __kw::Arity::Optional,
                    kind: __kw::check::child::<Self, Secret>,
                },
                __kw::Owned {
                    entry: "config_maps",
                    named: false,
                    arity: __kw::Arity::Many,
                    kind: __kw::check::child::<Self, ConfigMap>,
                },
                __kw::Owned {
                    entry: "type",
                    named: true,
                    arity: __kw::Arity::One,
                    kind: __kw::check::child::<Self, Service>,
                },
            ],
            watches: &[
                __kw::Watched {
                    kind: __kw::check::kind::<Node>,
                    map: ::core::option::Option::Some(|__object, __store| __kw::call::map::<
                        Self,
                        Node,
                    >(__object, __store, tenants_of_node)),
                },
                __kw::Watched {
                    kind: __kw::check::kind::<Namespace>,
                    map: ::core::option::Option::None,
                },
            ],
            reads: &[
                __kw::Read {
                    kind: __kw::check::kind::<
                        kubewright::k8s::storage::v1::StorageClass,
                    >,
                    live: false,
                },
            ],
            ..__kw::Declaration::new(
                "tenants",
                "platform.example.com",
                "v1beta1",
                "Tenant",
                "tenantry",
                "tenant",
            )
        };
    }
    #[automatically_derived]
    impl __kw::Children for TenantChildren {
        fn collect(self, into: &mut __kw::Wanted) {
            into.one(0, self.role);
            into.one(1, self.extra);
            into.option(2, self.secret);
            into.many(3, self.config_maps);
            into.one(4, self.r#type);
        }
    }
    #[automatically_derived]
    impl __kw::Observed for TenantObserved {
        fn gather(from: &__kw::Live) -> ::core::result::Result<Self, __kw::DecodeError> {
            ::core::result::Result::Ok(Self {
                role: from.one(0)?,
                extra: from.one(1)?,
                secret: from.one(2)?,
                config_maps: from.many(3)?,
                r#type: from.one(4)?,
            })
        }
    }
    #[automatically_derived]
    impl __kw::Declares<ClusterRole> for Tenant {}
    #[automatically_derived]
    impl __kw::Declares<Secret> for Tenant {}
    #[automatically_derived]
    impl __kw::Declares<ConfigMap> for Tenant {}
    #[automatically_derived]
    impl __kw::Declares<Service> for Tenant {}
    #[automatically_derived]
    impl __kw::Declares<Node> for Tenant {}
    #[automatically_derived]
    impl __kw::Declares<Namespace> for Tenant {}
    #[automatically_derived]
    impl __kw::Declares<kubewright::k8s::storage::v1::StorageClass> for Tenant {}
    #[automatically_derived]
    impl Tenant {
        /// The `CustomResourceDefinition` of `Tenant`.
        #[must_use]
        #[allow(dead_code)]
        pub fn crd() -> __kw::CustomResourceDefinition {
            __kw::crd::<Self>()
        }
    }
    const _: () = __kw::check::reconciles::<Tenant>();
    const _: () = __kw::check::scales::<Tenant>();
};
/// All of its fields have defaults, so it has one too.
#[derive(
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::kubewright::__private::serde::Serialize,
    ::kubewright::__private::serde::Deserialize,
    ::kubewright::__private::schemars::JsonSchema,
    PartialEq
)]
#[serde(rename_all = "camelCase", crate = "::kubewright::__private::serde")]
#[schemars(crate = "::kubewright::__private::schemars")]
pub struct Limits {
    /// Pods at most.
    #[serde(default = "Limits::__kubewright_default_pods")]
    pub pods: u32,
    /// How strict.
    #[serde(default = "Limits::__kubewright_default_enforcement")]
    pub enforcement: Enforcement,
    /// Not counted.
    pub except: Option<String>,
}
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::Described for Limits {
        const FACTS: &'static [__kw::Fact] = {
            #[allow(unused_imports)]
            use __kw::NoFacts as _;
            &[
                __kw::Fact::Column {
                    path: ".pods",
                    name: "Pods",
                    priority: 0,
                    description: "Pods at most.",
                },
                __kw::Fact::Nested {
                    path: ".enforcement",
                    facts: __kw::Probe::<Enforcement>::FACTS,
                },
            ]
        };
    }
    #[automatically_derived]
    impl Limits {
        #[doc(hidden)]
        fn __kubewright_default_pods() -> u32 {
            10
        }
        #[doc(hidden)]
        fn __kubewright_default_enforcement() -> Enforcement {
            Enforcement::Strict
        }
    }
    #[automatically_derived]
    impl ::core::default::Default for Limits {
        fn default() -> Self {
            Self {
                pods: Self::__kubewright_default_pods(),
                enforcement: Self::__kubewright_default_enforcement(),
                except: ::core::default::Default::default(),
            }
        }
    }
};
/// Values keep their capital.
#[derive(
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::kubewright::__private::serde::Serialize,
    ::kubewright::__private::serde::Deserialize,
    ::kubewright::__private::schemars::JsonSchema,
    PartialEq
)]
#[serde(crate = "::kubewright::__private::serde")]
#[schemars(crate = "::kubewright::__private::schemars")]
pub enum Enforcement {
    /// No exceptions.
    Strict,
    /// Some.
    Lenient,
}
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::Described for Enforcement {
        const FACTS: &'static [__kw::Fact] = &[];
    }
};
/// A union: one member of these.
#[derive(
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::kubewright::__private::serde::Serialize,
    ::kubewright::__private::serde::Deserialize,
    ::kubewright::__private::schemars::JsonSchema,
    PartialEq
)]
#[serde(
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    crate = "::kubewright::__private::serde"
)]
#[schemars(crate = "::kubewright::__private::schemars")]
pub enum Storage {
    /// In a bucket.
    ObjectStore {
        /// Its name.
        bucket_name: BucketName,
    },
    /// On a volume.
    Volume(Volume),
}
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::Described for Storage {
        const FACTS: &'static [__kw::Fact] = &[];
    }
};
/// With a tag, variants with and without data can be mixed.
#[derive(
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::kubewright::__private::serde::Serialize,
    ::kubewright::__private::serde::Deserialize,
    ::kubewright::__private::schemars::JsonSchema,
    PartialEq
)]
#[serde(
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    crate = "::kubewright::__private::serde"
)]
#[schemars(crate = "::kubewright::__private::schemars")]
#[serde(tag = "type")]
pub enum Retention {
    /// For ever.
    Forever,
    /// For some time.
    Days {
        /// How many.
        how_many: u32,
    },
}
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::Described for Retention {
        const FACTS: &'static [__kw::Fact] = &[];
    }
};
/// A name of its own type.
#[derive(
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::kubewright::__private::serde::Serialize,
    ::kubewright::__private::serde::Deserialize,
    ::kubewright::__private::schemars::JsonSchema,
    PartialEq
)]
#[serde(crate = "::kubewright::__private::serde")]
#[schemars(crate = "::kubewright::__private::schemars")]
pub struct BucketName(String);
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::Described for BucketName {
        const FACTS: &'static [__kw::Fact] = &[];
    }
};
/// A volume.
#[derive(
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::kubewright::__private::serde::Serialize,
    ::kubewright::__private::serde::Deserialize,
    ::kubewright::__private::schemars::JsonSchema,
    PartialEq
)]
#[serde(rename_all = "camelCase", crate = "::kubewright::__private::serde")]
#[schemars(crate = "::kubewright::__private::schemars")]
pub struct Volume {
    /// In bytes.
    pub size: i64,
}
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::Described for Volume {
        const FACTS: &'static [__kw::Fact] = &[];
    }
};
/// What is known of a tenant.
#[derive(
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::kubewright::__private::serde::Serialize,
    ::kubewright::__private::serde::Deserialize,
    ::kubewright::__private::schemars::JsonSchema,
    ::core::default::Default,
    PartialEq
)]
#[serde(default, crate = "::kubewright::__private::serde")]
#[schemars(crate = "::kubewright::__private::schemars")]
#[serde(rename_all = "snake_case")]
pub struct TenantStatus {
    /// Generation that this status speaks of.
    pub observed_generation: Option<i64>,
    /// What is to be said.
    pub conditions: Conditions<TenantCondition>,
}
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::Status for TenantStatus {
        type Condition = TenantCondition;
        const FIELDS: ::core::option::Option<__kw::StatusFields> = ::core::option::Option::Some(__kw::StatusFields {
            conditions: "conditions",
            observed_generation: "observed_generation",
            last_update_time: ::core::option::Option::None,
        });
    }
    #[automatically_derived]
    impl __kw::Described for TenantStatus {
        const FACTS: &'static [__kw::Fact] = &[];
    }
};
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::ConditionType for TenantCondition {
        const ALL: &'static [&'static str] = &["Ready", "Taken", "Detached"];
        fn as_str(&self) -> &'static str {
            match self {
                Self::Ready => "Ready",
                Self::Taken => "Taken",
                Self::Detached => "Detached",
            }
        }
    }
    const _: &[TenantCondition] = &[
        TenantCondition::Ready,
        TenantCondition::Taken,
        TenantCondition::Detached,
    ];
};
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::Failure for TenantError {
        const CONDITIONS: &'static [&'static str] = {
            const PARTS: &[&[&str]] = &[
                &["Taken"],
                <StorageError as __kw::Failure>::CONDITIONS,
                <StorageError as __kw::Failure>::CONDITIONS,
            ];
            &__kw::call::joined::<{ __kw::call::total(PARTS) }>(PARTS)
        };
        fn verdict(&self) -> __kw::Verdict {
            match self {
                Self::NameTaken { .. } => {
                    __kw::Verdict {
                        class: __kw::Class::Permanent,
                        condition: ::core::option::Option::Some(
                            __kw::call::condition(&TenantCondition::Taken),
                        ),
                        reason: "NameTaken",
                        field: ::core::option::Option::None,
                    }
                }
                Self::Storage(__source) => __kw::Failure::verdict(__source),
                Self::Second { source: __source } => __kw::Failure::verdict(__source),
                Self::Busy { .. } => {
                    __kw::Verdict {
                        class: __kw::Class::Transient {
                            retry_after: ::core::option::Option::None,
                        },
                        condition: ::core::option::Option::None,
                        reason: "Busy",
                        field: ::core::option::Option::None,
                    }
                }
            }
        }
    }
};
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::Failure for StorageError {
        const CONDITIONS: &'static [&'static str] = &["Detached"];
        fn verdict(&self) -> __kw::Verdict {
            match self {
                Self::Gone { .. } => {
                    __kw::Verdict {
                        class: __kw::Class::Transient {
                            retry_after: ::core::option::Option::Some(
                                ::core::time::Duration::from_millis(60500),
                            ),
                        },
                        condition: ::core::option::Option::Some(
                            __kw::call::condition(&TenantCondition::Detached),
                        ),
                        reason: "StoreGone",
                        field: ::core::option::Option::None,
                    }
                }
            }
        }
    }
};
/// As little as can be declared.
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
    kind = "Bare",
    plural = "bares",
    singular = "bare",
    doc = "As little as can be declared.",
    namespaced,
    schema = "disabled",
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
pub struct BareSpec {}
/// The children that a `Bare` wants.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
pub struct BareChildren {}
/// The live children of a `Bare`.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
#[allow(dead_code)]
pub struct BareObserved {}
const _: () = {
    use ::kubewright::__private as __kw;
    #[automatically_derived]
    impl __kw::Described for BareSpec {
        const FACTS: &'static [__kw::Fact] = &[];
    }
    #[automatically_derived]
    impl __kw::Operator for Bare {
        type Spec = BareSpec;
        type Status = __kw::NoStatus;
        type State = ();
        type Children = BareChildren;
        type Observed = BareObserved;
        const DECLARATION: __kw::Declaration = __kw::Declaration {
            description: "As little as can be declared.",
            ..__kw::Declaration::new(
                "bare-operator",
                "example.com",
                "v1",
                "Bare",
                "bares",
                "bare",
            )
        };
    }
    #[automatically_derived]
    impl __kw::Children for BareChildren {
        fn collect(self, _: &mut __kw::Wanted) {}
    }
    #[automatically_derived]
    impl __kw::Observed for BareObserved {
        fn gather(_: &__kw::Live) -> ::core::result::Result<Self, __kw::DecodeError> {
            ::core::result::Result::Ok(Self {})
        }
    }
    #[automatically_derived]
    impl Bare {
        /// The `CustomResourceDefinition` of `Bare`.
        #[must_use]
        #[allow(dead_code)]
        pub fn crd() -> __kw::CustomResourceDefinition {
            __kw::crd::<Self>()
        }
    }
    const _: () = __kw::check::reconciles::<Bare>();
    const _: () = __kw::check::scales::<Bare>();
};
