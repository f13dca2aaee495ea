//! Kinds that a cluster may lack.

use std::convert::Infallible;

use kubewright::{
    __private::kube::{
        Api,
        api::{ApiResource, DeleteParams, DynamicObject},
    },
    k8s::core::v1::ConfigMap,
    prelude::*,
};
use kubewright_tests::{TroubleStatus, World, eventually, message};
use serde_json::{Value, json};

/// An API that is not in every cluster.
#[operator(group = "extra.kubewright.test", version = "v1")]
pub(crate) struct ExtraSpec {}

impl Reconcile for Extra {
    type Error = Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<ExtraChildren, Infallible> {
        Ok(ExtraChildren {})
    }
}

fn extra() -> Extra {
    Extra::new("", ExtraSpec {})
}

/// An object that uses it where it is there.
#[operator(
    group = "lenient.kubewright.test", version = "v1",
    status = TroubleStatus,
    owns(ConfigMap(depends_on = extra), Extra(if_served)),
)]
pub(crate) struct LenientSpec {}

impl Reconcile for Lenient {
    type Error = Infallible;

    async fn desired(&self, cx: &Context<Self>) -> Result<LenientChildren, Infallible> {
        // What cannot be there is absent, and holds up nobody.
        let _ = cx.get::<Extra>(&self.name_any());
        Ok(LenientChildren { config_map: ConfigMap::default(), extra: extra() })
    }
}

/// An object that is nothing without it.
#[operator(
    group = "strict.kubewright.test", version = "v1",
    status = TroubleStatus,
    owns(ConfigMap, Extra),
)]
pub(crate) struct StrictSpec {}

impl Reconcile for Strict {
    type Error = Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<StrictChildren, Infallible> {
        Ok(StrictChildren { config_map: ConfigMap::default(), extra: extra() })
    }
}

/// Takes the kind out of the cluster.
async fn uninstall(world: &World) {
    let resource = ApiResource {
        group: "apiextensions.k8s.io".to_owned(),
        version: "v1".to_owned(),
        api_version: "apiextensions.k8s.io/v1".to_owned(),
        kind: "CustomResourceDefinition".to_owned(),
        plural: "customresourcedefinitions".to_owned(),
    };
    let crds = Api::<DynamicObject>::all_with(world.client.clone(), &resource);
    let name = "extras.extra.kubewright.test";
    if crds.get_opt(name).await.unwrap().is_some() {
        crds.delete(name, &DeleteParams::default()).await.unwrap();
    }
    eventually("the kind is gone", async || match world.objects::<Extra>().get("x").await {
        // Without any kind of its group it is a page that is not found.
        Err(kube::Error::Api(status)) if status.code == 404 && !status.message.contains("\"x\"") => {
            let gone = crds.get_opt(name).await.unwrap().is_none();
            gone.then_some(()).ok_or("its CRD is there".to_owned())
        }
        other => Err(format!("{other:?}")),
    })
    .await;
}

async fn install(world: &World) {
    world.cluster.install(&[kubewright_tests::crd::<Extra>()]).await.unwrap();
}

async fn until_skipped(world: &World) {
    world
        .until::<Lenient>("l", "ready without it", |lenient| {
            let text = message(lenient, "Ready");
            text == "all children are ready; the cluster does not have the kind of Extra l"
        })
        .await;
}

#[tokio::test]
async fn children_come_and_go_with_their_kind() {
    let Some(mut world) = World::of::<Lenient>("served").await else { return };
    world.cluster.install(&[kubewright_tests::crd::<Strict>()]).await.unwrap();
    uninstall(&world).await;
    world.mark().await;
    let manager = world.manager().await.operator::<Lenient>(()).operator::<Strict>(());
    let running = manager.start().unwrap();
    let object = |name: &str| -> Value { json!({"metadata": {"name": name}, "spec": {}}) };
    world.create_as::<Lenient>(object("l")).await;
    world.create_as::<Strict>(object("s")).await;
    world.until_said::<Lenient>("l", "Ready", "True/Available").await;
    until_skipped(&world).await;
    assert!(world.read::<ConfigMap>("l").await.is_some(), "what depends on it is there");
    let strict = world.until_said::<Strict>("s", "Ready", "False/ApiAbsent").await;
    let text = message(&strict, "Ready");
    assert!(
        text.contains("extras.extra.kubewright.test") && text.contains("does not have this kind"),
        "{text}"
    );
    world.quiet(&running).await;
    let requests = world.requests().await;
    // The watch looks for it ever more rarely, and the passes never do.
    let looks = requests.iter().filter(|request| request.resource == "extras");
    let looks: Vec<_> = looks.map(|request| (request.verb.as_str(), request.code)).collect();
    // A list that is asked for as events is a watch to the server.
    let is_absent = |look: &(&str, u16)| matches!(*look, ("list" | "watch", 404));
    assert!((1..20).contains(&looks.len()) && looks.iter().all(is_absent), "{looks:?}");
    let mut writes = world.writes().await;
    writes.sort();
    let namespace = world.namespace.name().to_owned();
    let status = |kind: &str, name: &str| {
        format!("patch {kind}.kubewright.test/{kind}s/status {namespace}/{name} 200")
    };
    let config = format!("patch configmaps {namespace}/l 201");
    assert_eq!(writes, [config, status("lenient", "l"), status("strict", "s")]);

    // It comes, without a restart.
    install(&world).await;
    for name in ["l", "s"] {
        world.until::<Extra>(name, "it is there", |_| true).await;
    }
    world.until_said::<Strict>("s", "Ready", "True/Available").await;
    world
        .until::<Lenient>("l", "as any other", |lenient| {
            message(lenient, "Ready") == "all children are ready"
        })
        .await;

    // It goes, and comes again.
    uninstall(&world).await;
    until_skipped(&world).await;
    world.until_said::<Strict>("s", "Ready", "False/ApiAbsent").await;
    install(&world).await;
    for name in ["l", "s"] {
        world.until::<Extra>(name, "it is there again", |_| true).await;
    }
    world.until_said::<Strict>("s", "Ready", "True/Available").await;
    assert!(running.stop().await);
    uninstall(&world).await;
}
