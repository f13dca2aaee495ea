//! The kitchen: a kind that uses every argument of the macros. Its CRD and its explanation are golden files, also where
//! JSON keeps its order.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use kubewright::{
    k8s::{
        IntOrString, Quantity,
        apps::v1::Deployment,
        batch::v1::Job,
        core::v1::{ConfigMap, Node, PersistentVolumeClaim, PersistentVolumeClaimSpec, Secret, Service},
        resource::v1::ResourceClaim,
    },
    prelude::*,
    source::{Stream, stream},
};
use serde_json::Value;

/// A kitchen, with everything in it.
///
/// And a second paragraph.
#[operator(
    crate = ::kubewright,
    name = "kitchen-crew", group = "crd.example.com", version = "v1beta1", kind = Kitchen, plural = "kitchenries",
    singular = "kitchenry", short_name = "kit", short_name = "kt", category = "all", category = "rooms",
    scope = Namespaced, status = KitchenStatus,
    owns(
        Deployment(
            depends_on = config, shared(spec.replicas, metadata.annotations["example.com/note"]), on_immutable = recreate
        ),
        front: Service(on_immutable = recreate(orphan)), config: Option<ConfigMap>, spare: Option<ConfigMap>(adopt),
        Vec<Secret>(retain), PersistentVolumeClaim(adopt, retain), ResourceClaim(if_served, depends_on(front, secrets)),
    ),
    watches(ConfigMap(labels = "app=kitchen", on(generation), when = hot), Secret(map = everybody, metadata_only)), reads(Node(live)),
    on(generation, labels, annotations, status), when = any(cooks_change, not(all(cooks_change, named))), source = nobody,
    source = hourly,
    formerly_owns(Job), former_finalizers("crd.example.com/scullery", "wash-up"), former_managers("scullion"),
    finalizer = "crd.example.com/kitchen", webhook(validate, default), state = String, concurrency = 7,
    backoff(base = "10ms", max = "2m"), retry_rate(qps = 2.5, burst = 20), timeout = "90s", resync = "1h30m",
    debounce = "200ms",
    rule(cel = "self.cooks < 9 || has(self.stove)", message = "nine cooks need a stove", field_path = cooks),
)]
#[derive(PartialEq)]
pub(crate) struct KitchenSpec {
    /// How many cooks.
    #[crd(column(name = "Cooks", priority = 1), scale, default = 1)]
    #[schemars(range(min = 0, max = 9))]
    pub(crate) cooks: i32,
    /// What it is called.
    #[crd(column)]
    #[serde(rename = "called.as")]
    pub(crate) name: String,
    /// Nobody reads this: the text in the CRD is another.
    #[schemars(description = "Said otherwise.", length(max = 63), regex(pattern = "^[a-z]+$"))]
    pub(crate) said: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", alias = "drawer")]
    pub(crate) drawers: Vec<Drawer>,
    #[crd(default = Heat::Low, immutable)]
    pub(crate) heat: Heat,
    #[crd(
        selectable,
        rule(
            cel = "!oldSelf.hasValue() || oldSelf.value() <= self", optional_old_self,
            message_expression = "'the kitchen is above floor %d'.format([self])", reason = FieldValueForbidden
        )
    )]
    pub(crate) floor: Option<u8>,
    #[crd(list(set), default = vec!["soup".to_owned()])]
    pub(crate) menu: Vec<String>,
    #[serde(default)]
    #[crd(list(map(row, place)))]
    pub(crate) seats: Vec<Seat>,
    #[crd(int_or_string)]
    pub(crate) entrance: Option<String>,
    #[crd(preserve_unknown)]
    pub(crate) loose: Option<Rest>,
    pub(crate) stove: Option<Stove>,
    pub(crate) dish: Option<Dish>,
    pub(crate) recipe: Option<Recipe>,
    pub(crate) spice: Option<Spice>,
    #[serde(default)]
    pub(crate) defaults: Defaulted,
    pub(crate) port: Option<IntOrString>,
    #[serde(default)]
    pub(crate) limits: BTreeMap<String, Quantity>,
    pub(crate) cellar: Option<PersistentVolumeClaimSpec>,
    pub(crate) opened: Option<Time>,
    pub(crate) anything: Option<Value>,
    #[serde(flatten)]
    pub(crate) rest: Rest,
}

#[schema]
#[derive(PartialEq)]
pub(crate) struct Drawer {
    /// What lies in it.
    pub(crate) content: BTreeSet<String>,
    pub(crate) numbers: (u8, u8),
}

#[schema]
#[derive(PartialEq)]
pub(crate) struct Seat {
    pub(crate) row: u8,
    #[crd(default = "window")]
    pub(crate) place: String,
    #[crd(immutable)]
    pub(crate) reserved: Option<bool>,
}

/// A struct whose defaults are in hash order.
#[schema]
#[derive(PartialEq)]
#[serde(default)]
pub(crate) struct Defaulted {
    pub(crate) names: HashSet<String>,
    pub(crate) counts: HashMap<String, u32>,
    pub(crate) mixed: Value,
}

impl Default for Defaulted {
    fn default() -> Self {
        let names = ["knife", "fork", "spoon", "ladle", "whisk"];
        Self {
            names: names.map(str::to_owned).into(),
            counts: names.map(|name| (name.to_owned(), 1)).into(),
            mixed: serde_json::json!({ "z": 1, "a": { "y": [], "b": 0.5 } }),
        }
    }
}

#[schema]
#[derive(PartialEq)]
pub(crate) struct Rest {
    pub(crate) note: Option<String>,
}

#[schema(crate = ::kubewright)]
#[derive(PartialEq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Heat {
    /// Off, nearly.
    Low,
    WellDone,
    /// Too much.
    #[serde(rename = "inferno")]
    High,
}

#[schema]
#[derive(PartialEq)]
#[serde(tag = "fuel")]
pub(crate) enum Stove {
    /// Burns.
    Gas {
        bottles: u8,
    },
    Electric(Electric),
    None,
}

#[schema]
#[derive(PartialEq)]
pub(crate) struct Electric {
    pub(crate) watts: u32,
}

#[schema]
#[derive(PartialEq)]
#[serde(tag = "course", content = "is")]
pub(crate) enum Dish {
    Soup(String),
    Main { with_rice: bool },
    Nothing,
}

#[schema]
#[derive(PartialEq)]
pub(crate) enum Recipe {
    /// From a book.
    Book {
        page_number: u16,
    },
    Head(String),
}

#[schema]
#[derive(PartialEq)]
#[serde(untagged)]
pub(crate) enum Spice {
    Amount(i64),
    Name(String),
}

/// What the crew sees.
#[status(crate = ::kubewright)]
pub(crate) struct KitchenStatus {
    /// Cooks at work.
    #[crd(scale, column(name = "At Work"))]
    pub(crate) at_work: i32,
    #[crd(scale(selector))]
    pub(crate) selector: String,
    pub(crate) observed_generation: Option<i64>,
    pub(crate) conditions: Conditions<KitchenCondition>,
    #[status(last_update_time)]
    pub(crate) looked: Option<Time>,
}

#[derive(ConditionType)]
pub(crate) enum KitchenCondition {
    /// Dinner is served.
    Ready,
    Progressing,
    OnFire,
}

fn everybody(_: &ObjectMeta, kitchens: &Store<Kitchen>) -> Vec<ObjectKey> {
    kitchens.iter().map(|(key, _)| key).collect()
}

fn hot(change: Change<'_, ConfigMap>) -> bool {
    change.differs(|config| &config.data)
}

fn cooks_change(change: Change<'_, Kitchen>) -> bool {
    change.differs(|kitchen| kitchen.spec.cooks)
}

fn named(change: Change<'_, Kitchen>) -> bool {
    !change.object().spec.name.is_empty()
}

fn nobody(_: SourceContext<Kitchen>) -> impl Stream<Item = ObjectKey> {
    stream::empty()
}

fn hourly(cx: SourceContext<Kitchen>) -> impl Stream<Item = ObjectKey> {
    cx.every(minutes(60), |kitchen| kitchen.spec.cooks > 0)
}

impl Reconcile for Kitchen {
    type Error = std::convert::Infallible;

    async fn desired(&self, _: &Context<Self>) -> Result<KitchenChildren, Self::Error> {
        Ok(KitchenChildren {
            deployment: Deployment::default(),
            front: Service::default(),
            config: None,
            spare: None,
            secrets: Vec::new(),
            persistent_volume_claim: PersistentVolumeClaim::default(),
            resource_claim: ResourceClaim::default(),
        })
    }
}

impl Cleanup for Kitchen {
    async fn cleanup(&self, _: &Context<Self>) -> Result<Cleaned, Self::Error> {
        Ok(Cleaned::Done)
    }
}

impl Validate for Kitchen {
    fn validate(&self, _: Option<&Self>) -> Result<Warnings, Self::Error> {
        Ok(Warnings::none())
    }
}

impl Defaults for Kitchen {
    fn default(&mut self) {}
}
