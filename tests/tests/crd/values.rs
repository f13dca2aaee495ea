//! Values that Rust writes come back as they were, through the server's pruning, defaulting and validation.

use kubewright::k8s::{
    IntOrString, Quantity,
    core::v1::{Container, PodSpec, PodTemplateSpec},
};
use serde_json::{Value, json};

use super::{
    World,
    sink::{Check, Extra, Inner, Item, Limit, Nested, Sink, SinkSpec, Source, Speed, Target},
};

async fn comes_back(world: &World, name: &str, spec: SinkSpec) {
    let sent = Sink::new(name, spec);
    let read = world.create_typed(&sent).await;
    assert_eq!(serde_json::to_value(read.spec).unwrap(), serde_json::to_value(sent.spec).unwrap(), "{name}");
}

#[tokio::test]
async fn values_come_back_as_they_were_written() {
    let Some(world) = World::new().await else { return };
    // Every None is written as null here, also where the server has a default.
    comes_back(&world, "nothing", SinkSpec::default()).await;
    let full = SinkSpec {
        replicas: 3,
        plain: Some("plain".to_owned()),
        skipped: Some(String::new()),
        three: Some(4),
        speed: Some(Speed::Fast),
        fast: Some(Speed::Slow),
        tags: ["b", "a"].map(str::to_owned).into(),
        ports: [0, 65535].into(),
        items: ["b", "a"].map(|name| Item { name: name.to_owned() }).into(),
        counts: [("one".to_owned(), Some(1)), ("none".to_owned(), None)].into(),
        speeds: vec![Some(Speed::Unknown), None],
        port: Some(IntOrString::String("http".to_owned())),
        memory: Some(Quantity("1Gi".to_owned())),
        nested: Nested { size: 0, name: String::new(), inner: Inner { ratio: 1.25, list: vec![] } },
        big: Some(9_223_372_036_854_775_807),
        tiny: Some(-128),
        letter: Some('ü'),
        share: Some(0.5),
        anything: Some(json!({ "a": [1, null] })),
        extra: Some(Extra {
            known: "a".to_owned(),
            maybe: Value::Null,
            others: [("b".to_owned(), "c".to_owned())].into(),
        }),
        template: Some(PodTemplateSpec {
            metadata: Some(kubewright::prelude::ObjectMeta {
                labels: Some([("a".to_owned(), "b".to_owned())].into()),
                ..Default::default()
            }),
            spec: Some(PodSpec {
                containers: vec![Container { name: "a".to_owned(), ..Default::default() }],
                ..Default::default()
            }),
        }),
        ..SinkSpec::default()
    };
    comes_back(&world, "full", full).await;
}

#[tokio::test]
async fn every_variant_of_every_enum_comes_back() {
    let Some(world) = World::new().await else { return };
    let spec = SinkSpec::default;
    let git = |branch: Option<&str>| Source::Git {
        repository_url: "https://example.com".to_owned(),
        branch: branch.map(str::to_owned),
    };
    let specs = [
        SinkSpec { source: Some(git(None)), ..spec() },
        SinkSpec { source: Some(git(Some("main"))), ..spec() },
        SinkSpec { source: Some(Source::Image("image".to_owned())), ..spec() },
        SinkSpec { check: Some(Check::Http { port: 80, path: "/".to_owned() }), ..spec() },
        SinkSpec { check: Some(Check::Tcp { port: 80 }), ..spec() },
        SinkSpec { check: Some(Check::Never), ..spec() },
        SinkSpec { target: Some(Target::Named { name: "a".to_owned() }), ..spec() },
        SinkSpec {
            target: Some(Target::Selected { labels: [("a".to_owned(), "b".to_owned())].into() }),
            ..spec()
        },
        SinkSpec { limit: Some(Limit::Count(1)), ..spec() },
        SinkSpec { limit: Some(Limit::Text("1".to_owned())), ..spec() },
        SinkSpec { limit: Some(Limit::Infinite), ..spec() },
        SinkSpec { port: Some(IntOrString::Int(80)), ..spec() },
    ];
    for (index, spec) in specs.into_iter().enumerate() {
        comes_back(&world, &format!("variant-{index}"), spec).await;
    }
}

#[tokio::test]
async fn a_quantity_given_as_a_number_is_read_as_one() {
    let Some(world) = World::new().await else { return };
    world.create("number", json!({ "memory": 1 })).await.unwrap();
    let read = world.sinks().get("number").await.unwrap();
    assert_eq!(read.spec.memory, Some(Quantity("1".to_owned())));
}
