//! `on(..)`, `when` and `source`: what is said is in the declaration, and the functions are asked as they are combined.
//! The neighbours of `cases/triggers`.

use std::convert::Infallible;

use kubewright::{
    declare::{Declaration, On},
    k8s::core::v1::{ConfigMap, Node, Secret},
    object::Object,
    prelude::*,
    source::{Stream, stream},
};

/// What `all`, `any` and `not` are made of, and functions that are called so.
mod ask {
    use super::*;

    pub fn yes<K>(_: Change<'_, K>) -> bool {
        true
    }

    pub fn no<K>(_: Change<'_, K>) -> bool {
        false
    }

    pub fn not<K>(change: Change<'_, K>) -> bool {
        matches!(change, Change::Created(_))
    }
}

fn all(change: Change<'_, Told>) -> bool {
    change.differs(|told| told.spec.number)
}

#[operator(
    group = "example.com",
    version = "v1",
    on(generation, labels, annotations, status),
    when = all,
    source = none,
    source = self::hourly,
    status = ToldStatus,
    watches(
        ConfigMap(on(generation), when = any(ask::no, all(ask::yes, not(ask::not)))),
        Node(when = all(not(all(ask::yes, ask::no)), any(ask::not,),), labels = "a=b"),
    ),
)]
pub struct ToldSpec {
    pub number: u8,
}

#[status]
pub struct ToldStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<ToldCondition>,
}

#[derive(ConditionType)]
pub enum ToldCondition {
    Ready,
}

fn none(_cx: SourceContext<Told>) -> stream::Empty<ObjectKey> {
    stream::empty()
}

fn hourly(cx: SourceContext<Told>) -> impl Stream<Item = ObjectKey> {
    cx.every(minutes(60), |told| told.spec.number > 0)
}

/// Only metadata are watched, of what is also read from the server, and of what is owned, too.
#[operator(
    group = "example.com",
    version = "v1",
    owns(Option<ConfigMap>),
    watches(
        Secret(metadata_only, map = named, when = any(marked, not(ask::no)), on(annotations)),
        ConfigMap(metadata_only, when = marked),
        Node(metadata_only),
    ),
    reads(Secret(live))
)]
pub struct ThriftySpec {}

fn named(metadata: &ObjectMeta, _: &Store<'_, Thrifty>) -> Vec<ObjectKey> {
    metadata.name.iter().map(|name| ObjectKey::namespaced("default", name)).collect()
}

fn marked(change: Change<'_, ObjectMeta>) -> bool {
    change.differs(|metadata| metadata.annotations.clone())
}

impl Reconcile for Thrifty {
    type Error = Infallible;

    async fn desired(&self, cx: &Context<Self>) -> Result<ThriftyChildren, Infallible> {
        let annotations = cx.metadata::<Secret>("token").and_then(|metadata| metadata.annotations.clone());
        let _nodes = cx.list_metadata::<Node>("");
        let _elsewhere = cx.metadata_in::<Secret>("default", "token");
        let _whole = (cx.live::<Secret>("token").await, cx.get::<ConfigMap>("child"));
        let _of_a_child = cx.metadata::<ConfigMap>("child");
        let config_map = annotations.map(|_| ConfigMap::default());
        Ok(ThriftyChildren { config_map })
    }
}

#[test]
fn metadata_are_all_that_is_asked_about() {
    let [secret, config, node] = Thrifty::DECLARATION.watches else { panic!("three kinds are watched") };
    assert!(secret.metadata_only && config.metadata_only && node.metadata_only);
    let object = |data: &str, mark: &str| {
        let text =
            format!(r#"{{"metadata":{{"name":"a","annotations":{{"mark":"{mark}"}}}},"data":{data}}}"#);
        Object::from_slice(text.as_bytes(), &[]).unwrap()
    };
    // What is no data is not looked at.
    let when = config.when.unwrap();
    assert_eq!(when(Some(&object("1", "x")), Some(&object("2", "x"))), Ok(false));
    assert_eq!(when(Some(&object("1", "x")), Some(&object("1", "y"))), Ok(true));
}

/// Nothing is said.
#[operator(group = "example.com", version = "v1", watches(ConfigMap))]
pub struct SilentSpec {}

#[operator(group = "example.com", version = "v1", on(labels))]
pub struct LabelledSpec {}

macro_rules! reconciled {
    ($($kind:ident makes $children:ident),*) => {$(
        impl Reconcile for $kind {
            type Error = Infallible;

            async fn desired(&self, _cx: &Context<Self>) -> Result<$children, Infallible> {
                Ok($children {})
            }
        }
    )*};
}

reconciled!(Told makes ToldChildren, Silent makes SilentChildren, Labelled makes LabelledChildren);

#[test]
fn what_is_said_is_in_the_declaration() {
    let Declaration { on, when, sources, watches, .. } = Told::DECLARATION;
    assert_eq!(on.names(), ["generation", "labels", "annotations", "status"]);
    assert!(when.is_some());
    assert_eq!(sources, ["none", "self::hourly"]);
    assert_eq!(watches[0].on.map(On::names), Some(vec!["generation"]));
    assert_eq!(watches[1].on, None);

    let Declaration { on, when, sources, watches, .. } = Silent::DECLARATION;
    assert_eq!(on.names(), ["generation", "labels", "annotations"]);
    assert!(when.is_none() && sources.is_empty() && watches[0].on.is_none() && watches[0].when.is_none());
    assert_eq!(Labelled::DECLARATION.on.names(), ["labels"]);
}

#[test]
fn functions_are_asked_as_they_are_combined() {
    let object = |number: u8| {
        let text = format!(r#"{{"metadata":{{"name":"a"}},"spec":{{"number":{number}}}}}"#);
        Object::from_slice(text.as_bytes(), &[]).unwrap()
    };
    let when = Told::DECLARATION.when.unwrap();
    assert_eq!(when(Some(&object(1)), Some(&object(2))), Ok(true));
    assert_eq!(when(Some(&object(1)), Some(&object(1))), Ok(false));
    assert!(when(None, Some(&Object::from_slice(br#"{"metadata":{"name":"a"}}"#, &[]).unwrap())).is_err());

    let [config, node] = Told::DECLARATION.watches else { panic!("two kinds are watched") };
    let any = Object::from_slice(br#"{"metadata":{"name":"a"}}"#, &[]).unwrap();
    let asked = |watched: &kubewright::declare::Watched| {
        let when = watched.when.unwrap();
        [when(None, Some(&any)), when(Some(&any), Some(&any)), when(Some(&any), None)].map(Result::unwrap)
    };
    assert_eq!(asked(config), [false, true, true]);
    assert_eq!(asked(node), [true, false, false]);
}
