//! An operator written by hand, as the macros expand it.

use std::time::Duration;

use k8s_openapi::{
    api::{
        apps::v1::Deployment,
        core::v1::{ConfigMap, Node, Secret},
    },
    apimachinery::pkg::apis::meta::v1::Time,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    children::{Children, Live, Observed, Wanted},
    declare::{Arity, Declaration, Described, Fact, Owned, Read, Scope, Watched, Webhook},
    object::{DecodeError, Kind},
    operator::Operator,
    status::{ConditionType, Conditions, NoStatus, Status, StatusFields},
};

/// A thing.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ThingSpec {
    #[serde(default)]
    replicas: i32,
    instance_name: String,
    started: Option<Time>,
    nested: Option<Nested>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub(super) struct Nested {
    #[serde(rename = "a.b")]
    dotted: Option<f64>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ThingStatus {
    replicas: i32,
    selector: String,
    observed_generation: Option<i64>,
    conditions: Conditions<ThingCondition>,
}

#[derive(Clone, Copy, Debug)]
#[expect(dead_code)]
pub(super) enum ThingCondition {
    Ready,
}

impl ConditionType for ThingCondition {
    const ALL: &'static [&'static str] = &["Ready"];
    fn as_str(&self) -> &'static str {
        match self {
            Self::Ready => "Ready",
        }
    }
}

const fn column(path: &'static str, name: &'static str) -> Fact {
    Fact::Column { path, name, priority: 0, description: "" }
}

impl Described for ThingSpec {
    const FACTS: &'static [Fact] = &[
        column(".instanceName", "Instance"),
        Fact::Scale { path: ".replicas" },
        Fact::Selectable { path: ".instanceName" },
        Fact::Column { path: ".started", name: "Started", priority: 1, description: "When." },
        Fact::Nested { path: ".nested", facts: &[column(".a.b", "Dotted")] },
    ];
}

impl Described for ThingStatus {
    const FACTS: &'static [Fact] = &[
        Fact::Scale { path: ".replicas" },
        Fact::ScaleSelector { path: ".selector" },
        column(".replicas", "age"),
    ];
}

impl Status for ThingStatus {
    type Condition = ThingCondition;
    const FIELDS: Option<StatusFields> = Some(StatusFields {
        conditions: "conditions",
        observed_generation: "observedGeneration",
        last_update_time: None,
    });
}

pub(super) struct Nothing;
impl Children for Nothing {
    fn collect(self, _: &mut Wanted) {}
}
impl Observed for Nothing {
    fn gather(_: &Live) -> Result<Self, DecodeError> {
        Ok(Self)
    }
}

macro_rules! operator {
    ($kind:ident, $status:ty, $declaration:expr) => {
        #[derive(Clone, Debug, Serialize, Deserialize)]
        pub(super) struct $kind {
            metadata: kube::api::ObjectMeta,
            spec: ThingSpec,
        }
        impl kube::Resource for $kind {
            type DynamicType = ();
            type Scope = kube::core::NamespaceResourceScope;
            fn kind(_: &()) -> std::borrow::Cow<'_, str> {
                stringify!($kind).into()
            }
            fn group(_: &()) -> std::borrow::Cow<'_, str> {
                "example.com".into()
            }
            fn version(_: &()) -> std::borrow::Cow<'_, str> {
                "v1".into()
            }
            fn plural(_: &()) -> std::borrow::Cow<'_, str> {
                concat!(stringify!($kind), "s").to_lowercase().into()
            }
            fn meta(&self) -> &kube::api::ObjectMeta {
                &self.metadata
            }
            fn meta_mut(&mut self) -> &mut kube::api::ObjectMeta {
                &mut self.metadata
            }
        }
        impl Operator for $kind {
            type Spec = ThingSpec;
            type Status = $status;
            type State = ();
            type Children = Nothing;
            type Observed = Nothing;
            const DECLARATION: Declaration = $declaration;
        }
    };
}

operator!(
    Thing,
    ThingStatus,
    Declaration {
        short_names: &["th"],
        categories: &["all"],
        description: "A thing.",
        owns: &[
            Owned { depends_on: &[1, 2], ..Owned::new("deployment", Arity::One, Kind::of::<Deployment>) },
            Owned { named: true, ..Owned::new("config", Arity::Optional, Kind::of::<ConfigMap>) },
            Owned { named: true, ..Owned::new("parts", Arity::Many, Kind::of::<ConfigMap>) },
        ],
        watches: &[Watched { labels: "app=web", ..Watched::new(Kind::of::<Secret>) }],
        reads: &[Read { live: true, ..Read::new(Kind::of::<Node>) }],
        finalizer: Some("thing.example.com/finalizer"),
        webhook: Webhook { validate: true, default: false },
        resync: Some(Duration::from_secs(36_000)),
        debounce: Some(Duration::from_millis(500)),
        ..Declaration::new("thing-operator", "example.com", "v1", "Thing", "things", "thing")
    }
);
operator!(
    Bare,
    NoStatus,
    Declaration {
        scope: Scope::Cluster,
        ..Declaration::new("bare-operator", "example.com", "v1", "Bare", "bares", "bare")
    }
);
