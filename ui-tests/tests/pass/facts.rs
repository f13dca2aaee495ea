//! What types know of each other while the user's code compiles, also behind generic aliases: the neighbours of
//! `cases/generics`.

use std::collections::{BTreeMap, HashMap};

use kubewright::{
    declare::{Fields, Items, NoFacts, Presence, Probe, Shape},
    prelude::*,
};

/// A type under a name of the user's.
pub type Maybe<T> = Option<T>;
/// Another one.
pub type Ports = Vec<Port>;

/// A field of every kind.
#[schema]
pub struct Whole {
    /// Demanded.
    pub name: String,
    /// Filled in.
    #[crd(default = 1)]
    pub size: u16,
    /// Filled in by serde.
    #[serde(default)]
    pub more: Vec<String>,
    /// In no schema is there a default that may be left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub less: Vec<String>,
    /// May be absent.
    pub part: Option<Part>,
    /// Another name on the wire.
    #[serde(rename(serialize = "type", deserialize = "type"))]
    pub kind: Kind,
    /// Not in JSON.
    #[serde(skip)]
    pub local: u8,
    /// A list of a type of one's own.
    #[serde(default)]
    pub ports: Ports,
    /// A map of them.
    #[serde(default)]
    pub by_name: HashMap<String, Port>,
    /// A schema of its own.
    #[schemars(with = "String")]
    pub other: i32,
    /// A type that says nothing.
    pub foreign: kubewright::k8s::core::v1::PodSpec,
    /// Not there on any machine.
    #[cfg(any())]
    pub gone: String,
}

/// What is nested.
#[schema]
#[serde(default)]
#[derive(Default)]
pub struct Part {
    /// A name of another type.
    pub title: Title,
    /// Back again, through a list.
    pub wholes: Vec<Whole>,
    /// Back again, through a box.
    pub other: Option<Box<Part2>>,
}

/// The other half of a circle.
#[schema]
pub struct Part2 {
    /// Back, under a name that hides it.
    pub part: Maybe<Box<Part>>,
    /// Back again.
    pub back: Option<Box<Part>>,
    /// In a column of all that have it in a box.
    #[crd(column)]
    pub shown: Option<String>,
    /// Whatever else there is.
    #[serde(flatten)]
    pub rest: BTreeMap<String, String>,
}

/// A text.
#[schema]
#[derive(Default)]
pub struct Title(String);

/// A closed set of texts.
#[schema]
pub enum Kind {
    /// The one.
    One,
    /// The other.
    Two,
}

/// An item.
#[schema]
pub struct Port {
    /// Its number.
    pub number: u16,
}

/// A kind with a circle of boxes in it.
#[operator(group = "example.com", version = "v1")]
pub struct CircleSpec {
    /// The way in.
    pub first: Box<Part2>,
}

impl Reconcile for Circle {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<CircleChildren, Self::Error> {
        Ok(CircleChildren {})
    }
}

#[test]
fn columns_reach_through_boxes_until_a_type_comes_again() {
    let crd = Circle::crd();
    assert_eq!(kubewright::declare::problems(&crd), []);
    let columns = crd.spec.versions[0].additional_printer_columns.clone().unwrap();
    let paths: Vec<_> = columns.into_iter().map(|column| column.json_path).collect();
    assert_eq!(paths, [".spec.first.shown", ".metadata.creationTimestamp"]);
}

fn fields(shape: Shape) -> Fields {
    let Shape::Object(fields) = shape else { panic!("{shape:?}") };
    fields
}

#[test]
fn fields_are_known_with_their_names_and_presence() {
    let fields = fields(Probe::<Whole>::SHAPE);
    assert!(!fields.open);
    let all: Vec<_> = fields.known.iter().map(|field| (field.name, field.wire, field.presence)).collect();
    use Presence::{Defaulted, Optional, Required};
    assert_eq!(
        all,
        [
            ("name", "name", Required),
            ("size", "size", Defaulted),
            ("more", "more", Defaulted),
            ("less", "less", Optional),
            ("part", "part", Optional),
            ("kind", "type", Required),
            ("ports", "ports", Defaulted),
            ("by_name", "byName", Defaulted),
            ("other", "other", Required),
            ("foreign", "foreign", Required),
        ]
    );
}

#[test]
fn shapes_reach_through_options_and_end_at_lists_and_boxes() {
    const WHOLE: Shape = Probe::<Maybe<Whole>>::SHAPE;
    assert!(matches!(WHOLE.of("size"), Shape::Integer));
    assert!(matches!(WHOLE.of("type"), Shape::Text));
    assert!(matches!(WHOLE.of("other"), Shape::Unknown));
    assert!(matches!(WHOLE.of("foreign"), Shape::Unknown));
    assert!(matches!(WHOLE.of("ports"), Shape::List));
    assert!(matches!(WHOLE.of("byName"), Shape::Map));
    assert!(matches!(WHOLE.of("part").of("title"), Shape::Text));
    assert!(matches!(WHOLE.of("part").of("other"), Shape::Unknown));
    assert!(WHOLE.may_have("part") && !WHOLE.may_have("local") && !WHOLE.may_have("gone"));
    assert!(!WHOLE.of("part").may_have("tittle") && WHOLE.of("foreign").may_have("tittle"));
    assert!(WHOLE.may_lack("part") && !WHOLE.may_lack("size") && !WHOLE.may_lack("unheardOf"));
    assert!(Probe::<Part2>::SHAPE.may_have("whatever"));
}

#[test]
fn items_say_what_they_are() {
    assert_eq!(fields(Probe::<Ports>::ITEM).known[0].wire, "number");
    assert_eq!(fields(Probe::<Option<Box<HashMap<String, Port>>>>::ITEM).known[0].wire, "number");
    assert!(matches!(Probe::<Vec<String>>::ITEM, Shape::Text));
    assert!(matches!(Probe::<Vec<kubewright::k8s::core::v1::Container>>::ITEM, Shape::Unknown));
    assert!(matches!(Probe::<String>::ITEM, Shape::Unknown));
    assert_eq!(fields(Probe::<<Vec<Ports> as Items>::Item>::ITEM).known[0].wire, "number");
}
