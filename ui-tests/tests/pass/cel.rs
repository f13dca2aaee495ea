//! Rules in CEL: the neighbours of `cases/cel`, which must compile.

use std::collections::{BTreeMap, BTreeSet};

use kubewright::prelude::*;

/// A gate with rules of every kind.
#[operator(
    group = "cel.example.com",
    version = "v1",
    status = GateStatus,
    rule(cel = "self.minReplicas <= self.maxReplicas", message = "minReplicas must not exceed maxReplicas"),
    rule(
        cel = "!has(self.port) || self.port > 1024 || self.privileged",
        message_expression = "'port %d needs privileges'.format([self.port])",
        reason = FieldValueForbidden,
        field_path = port,
    ),
    rule(
        cel = "self.limits.memory <= self.limits.most",
        message = "memory must not exceed most",
        field_path = ".limits.memory",
        reason = FieldValueInvalid,
    ),
    // A raw string with line breaks, quotes and a comment.
    rule(
        cel = r#"
            self.listeners.all(l, l.name.matches("^[a-z]+$")) && // names
            self.listeners.all(a, self.listeners.exists_one(b, b.name == a.name))
        "#,
        message = "listeners have names of their own",
    ),
    rule(cel = "self.__namespace__ != 'kube-system'", message = "not in kube-system"),
    rule(cel = "self.app__dot__kubernetes__dot__io__slash__name != ''", message = "must have a name"),
    rule(
        cel = "oldSelf.hasValue() ? oldSelf.value().minReplicas <= self.minReplicas : true",
        message = "minReplicas must not shrink",
        optional_old_self,
    ),
    rule(cel = "self.labels.all(k, v, k.size() < 64 && v.size() < 64)", message = "labels must be short"),
    rule(cel = "self.labels.app == self.labels['app']", message = "labels are a map"),
    rule(cel = "self.?nested.?inner.?size.orValue(0) < 100", message = "size must be small"),
    rule(cel = "!has(self.nested) || !has(self.nested.inner) || self.nested.inner.size > 0", message = "size must be above 0"),
    rule(cel = "!has(self.nested) || self.nested.inner.size > 0 || !has(self.nested.inner)", message = "order does not matter"),
    rule(cel = "self.?nested.optMap(n, n.kind != '').orValue(true)", message = "kind must not be empty"),
    // Braces are no patterns of Rust's.
    rule(cel = "self.limits.memory in {1: 'one', 2: 'two'} || self.limits.memory > 2", message = "{memory} is too small"),
)]
pub struct GateSpec {
    /// At least so many.
    #[crd(default = 1, rule(cel = "self >= 0", message = "must not be negative"))]
    pub min_replicas: i32,
    /// At most so many.
    #[crd(default = 3)]
    #[crd(rule(cel = "self >= oldSelf", message = "must not shrink"))]
    #[crd(rule(cel = "self < 100", message = "must be below 100", reason = FieldValueInvalid))]
    pub max_replicas: i32,
    /// Where it listens.
    #[crd(rule(cel = "self > 0", message = "must be above 0"))]
    pub port: Option<u16>,
    /// Whether low ports are allowed.
    #[crd(default = false)]
    pub privileged: bool,
    /// Its limits.
    #[crd(rule(cel = "self.memory > 0", message = "must be above 0", field_path = ".memory"))]
    pub limits: Limits,
    /// What it listens to.
    #[serde(default)]
    #[schemars(length(max = 16))]
    #[crd(rule(cel = "self.all(l, l.port > 0)", message = "ports must be above 0"))]
    pub listeners: Vec<Listener>,
    /// A name that CEL reserves.
    #[schemars(length(max = 63))]
    pub namespace: String,
    /// A name that CEL could not read.
    #[serde(rename = "app.kubernetes.io/name")]
    #[schemars(length(max = 63))]
    pub name: String,
    /// Labels.
    #[schemars(extend("maxProperties" = 8))]
    #[crd(rule(cel = "'app' in self && self.app != ''", message = "must have an app"))]
    pub labels: BTreeMap<String, Name>,
    /// Names of friends.
    #[serde(default)]
    #[schemars(length(max = 8))]
    #[crd(rule(
        cel = "self.all(f, f.startsWith('a') || f == \"b\\\\c\")",
        message = "must begin with an a"
    ))]
    pub friends: BTreeSet<Name>,
    /// Something deeper.
    pub nested: Option<Nested>,
    /// A type of another schema.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    #[crd(rule(cel = "!has(self.x) || self.x == 'y'", message = "must be y"))]
    pub foreign: Option<BTreeMap<String, String>>,
    /// Fields that stand in the spec itself, with rules of their own.
    #[serde(flatten)]
    pub flat: Flat,
}

/// A text with rules.
#[schema(rule(cel = "self.size() < 64", message = "must be short"))]
#[schemars(extend("maxLength" = 64))]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(pub String);

/// Stands in another struct.
#[schema(rule(cel = "self.flatSize != 13", message = "must not be 13"))]
pub struct Flat {
    /// A size.
    #[crd(default = 1, rule(cel = "self > 0", message = "must be above 0"))]
    pub flat_size: i32,
}

/// Limits.
#[schema(rule(cel = "self.memory < 1000", message = "must be below 1000"))]
pub struct Limits {
    /// Memory.
    #[crd(default = 10)]
    pub memory: u32,
    /// At most.
    #[crd(default = 100)]
    pub most: u32,
}

/// A listener.
#[schema(rule(cel = "self.mode != 'Udp' || self.port != 53", message = "no DNS"))]
pub struct Listener {
    /// Its name.
    #[schemars(length(max = 63))]
    pub name: String,
    /// Its port.
    pub port: u16,
    /// How.
    #[crd(default = Mode::Tcp)]
    pub mode: Mode,
}

/// How.
#[schema(rule(cel = "self in ['Tcp', 'Udp']", message = "must be one of these"))]
pub enum Mode {
    /// With connections.
    Tcp,
    /// Without.
    Udp,
}

/// Something deeper.
#[schema]
pub struct Nested {
    /// A kind is no more than a field here.
    #[schemars(length(max = 63))]
    pub kind: String,
    /// Deeper still.
    pub inner: Option<Inner>,
}

/// Deeper still.
#[schema]
pub struct Inner {
    /// A size.
    pub size: i32,
}

/// What is observed.
#[status(
    rule(cel = "self.?readyReplicas.orValue(0) <= 1000", message = "too many"),
    rule(cel = "!has(self.selector) || self.selector != ''", message = "must not be empty")
)]
pub struct GateStatus {
    /// Ready ones.
    pub ready_replicas: i32,
    /// A selector.
    #[crd(rule(cel = "self.size() < 256", message = "must be short"))]
    pub selector: Option<String>,
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<GateCondition>,
}

/// Conditions.
#[derive(ConditionType)]
pub enum GateCondition {
    Ready,
}

#[test]
fn rules_are_in_the_crd_where_they_were_written() {
    let crd = kubewright::__private::serde_json::to_value(Gate::crd()).unwrap();
    let schema = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"];
    let rules = |path: &str| {
        let rules = schema.pointer(&format!("{path}/x-kubernetes-validations")).unwrap();
        rules
            .as_array()
            .unwrap()
            .iter()
            .map(|rule| rule["message"].as_str().unwrap_or("-").to_owned())
            .collect::<Vec<_>>()
    };
    // The last one is of the type that is flattened into the spec.
    assert_eq!(rules("/spec").len(), 15);
    assert!(rules("/spec").contains(&"must not be 13".to_owned()));
    assert_eq!(rules("/spec/properties/flatSize"), ["must be above 0"]);
    assert_eq!(rules("/spec/properties/minReplicas"), ["must not be negative"]);
    assert_eq!(rules("/spec/properties/maxReplicas"), ["must not shrink", "must be below 100"]);
    // Those of the field come before those of its type.
    assert_eq!(rules("/spec/properties/limits"), ["must be above 0", "must be below 1000"]);
    assert_eq!(rules("/spec/properties/listeners/items"), ["no DNS"]);
    assert_eq!(rules("/spec/properties/listeners/items/properties/mode"), ["must be one of these"]);
    assert_eq!(rules("/spec/properties/labels/additionalProperties"), ["must be short"]);
    assert_eq!(rules("/status"), ["too many", "must not be empty"]);
    let all = schema["spec"]["x-kubernetes-validations"].as_array().unwrap();
    let reason = all.iter().find(|rule| rule["reason"] == "FieldValueForbidden").unwrap();
    assert_eq!(reason["fieldPath"], ".port");
    assert_eq!(reason["messageExpression"], "'port %d needs privileges'.format([self.port])");
    assert_eq!(reason.get("message"), None);
    let optional: Vec<_> = all.iter().filter(|rule| rule["optionalOldSelf"] == true).collect();
    assert_eq!(optional.len(), 1);
    assert_eq!(optional[0]["message"], "minReplicas must not shrink");
    assert!(!crd.to_string().contains("x-kubewright"), "{crd}");
}

impl Reconcile for Gate {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<GateChildren, Self::Error> {
        Ok(GateChildren {})
    }
}
