//! Arguments whose effect is in the declaration: what is said is there, and what is left out is as by default.
//! The neighbours of `cases/keys`, `cases/passes`, `cases/owns`, `cases/former`, `cases/watches` and `cases/reads`.

use std::{convert::Infallible, time::Duration};

use kubewright::{
    declare::{Declaration, OnImmutable},
    k8s::{
        apps::v1::{Deployment, StatefulSet},
        core::v1::{ConfigMap, PersistentVolumeClaim, Secret, ServiceAccount},
    },
    prelude::*,
};

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

/// Everything about passes is said.
#[operator(
    group = "example.com",
    version = "v1",
    concurrency = 1000,
    backoff(base = "1s", max = "1s"),
    retry_rate(qps = 0.5, burst = 1),
    timeout = "24h",
    resync = "1h30m",
    debounce = "1h"
)]
pub struct ToldSpec {}

/// Half of it is.
#[operator(
    group = "example.com",
    version = "v1",
    backoff(base = "20ms"),
    retry_rate(burst = 7),
    timeout = "1s",
    debounce = "50ms"
)]
pub struct HalfSpec {}

/// The other half.
#[operator(group = "example.com", version = "v1", backoff(max = "1m"), retry_rate(qps = 3), resync = "1s")]
pub struct OtherHalfSpec {}

reconciled!(Told makes ToldChildren, Half makes HalfChildren, OtherHalf makes OtherHalfChildren);

#[test]
fn what_is_said_of_passes_is_in_the_declaration() {
    let defaults = Declaration::new("", "", "", "", "", "");
    let Declaration { concurrency, backoff, retry_rate, timeout, resync, debounce, .. } = Told::DECLARATION;
    let second = Duration::from_secs(1);
    assert_eq!((concurrency, backoff.base, backoff.max), (1000, second, second));
    assert_eq!((retry_rate.qps, retry_rate.burst), (0.5, 1));
    assert_eq!((timeout, resync, debounce), (86_400 * second, Some(5400 * second), Some(3600 * second)));

    let Declaration { backoff, retry_rate, timeout, resync, debounce, .. } = Half::DECLARATION;
    assert_eq!((backoff.base, backoff.max), (Duration::from_millis(20), defaults.backoff.max));
    assert_eq!((retry_rate.qps, retry_rate.burst), (defaults.retry_rate.qps, 7));
    assert_eq!((timeout, resync, debounce), (second, None, Some(Duration::from_millis(50))));

    let Declaration { concurrency, backoff, retry_rate, timeout, resync, debounce, .. } =
        OtherHalf::DECLARATION;
    assert_eq!((backoff.base, backoff.max), (defaults.backoff.base, 60 * second));
    assert_eq!((retry_rate.qps, retry_rate.burst), (3.0, defaults.retry_rate.burst));
    assert_eq!((concurrency, timeout, resync), (defaults.concurrency, defaults.timeout, Some(second)));
    assert_eq!(debounce, None);
}

/// Children in an order that is not the one in which they are written.
#[operator(
    group = "example.com", version = "v1",
    owns(
        Deployment(depends_on(config, r#type, secrets)),
        config: ConfigMap,
        Vec<Secret>(depends_on = config),
        r#type: Option<ConfigMap>(depends_on(secrets)),
    ),
)]
pub struct OrderedSpec {}

impl Reconcile for Ordered {
    type Error = Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<OrderedChildren, Infallible> {
        let config = || ConfigMap::default();
        Ok(OrderedChildren {
            deployment: Deployment::default(),
            config: config(),
            secrets: vec![],
            r#type: None,
        })
    }
}

#[test]
fn dependencies_are_entries_by_their_place() {
    let depends_on: Vec<_> = Ordered::DECLARATION.owns.iter().map(|entry| entry.depends_on).collect();
    assert_eq!(depends_on, [&[1, 3, 2][..], &[], &[1], &[2]]);
}

/// Children that are left to others in part, and made anew.
#[operator(
    group = "example.com", version = "v1",
    owns(
        Deployment(shared(spec.replicas, spec.template.metadata.annotations, metadata.labels["a.b/c"], spec.r#type)),
        Vec<Secret>(shared(data.some_key, data["a.key"], immutable), on_immutable = recreate),
        StatefulSet(on_immutable = recreate(orphan)),
        PersistentVolumeClaim(shared(spec.resources)),
    ),
)]
pub struct SharingSpec {}

impl Reconcile for Sharing {
    type Error = Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<SharingChildren, Infallible> {
        Ok(SharingChildren {
            deployment: Deployment::default(),
            secrets: vec![],
            stateful_set: StatefulSet::default(),
            persistent_volume_claim: PersistentVolumeClaim::default(),
        })
    }
}

#[test]
fn shared_fields_are_in_the_declaration_as_kubernetes_writes_them() {
    let owns = Sharing::DECLARATION.owns;
    let deployment =
        ["spec.replicas", "spec.template.metadata.annotations", "metadata.labels[a.b/c]", "spec.type"];
    assert_eq!(owns[0].shared, deployment);
    assert_eq!(owns[1].shared, ["data.some_key", "data[a.key]", "immutable"]);
    let policies: Vec<_> = owns.iter().map(|entry| entry.on_immutable).collect();
    let (report, remake) = (OnImmutable::Report, OnImmutable::Recreate);
    assert_eq!(policies, [report, remake, OnImmutable::RecreateOrphan, report]);
}

/// Children that are kept, taken, and left out.
#[operator(
    group = "example.com", version = "v1", name = "keeper",
    owns(
        retain: Secret(retain, adopt, shared(data.key)),
        adopt: Vec<Secret>(adopt),
        if_served: Option<Deployment>(if_served, on_immutable = recreate),
        more: Vec<Deployment>(if_served, retain, depends_on = retain),
        StatefulSet,
    ),
    formerly_owns(ConfigMap, ServiceAccount),
    former_managers("keep-it", "kubectl-client-side-apply", "Helm 3"),
    finalizer = "example.com/keeper", former_finalizers("keeper", "example.com/former", "other.example.com/keeper"),
)]
pub struct KeeperSpec {}

impl Reconcile for Keeper {
    type Error = Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<KeeperChildren, Infallible> {
        Ok(KeeperChildren {
            retain: Secret::default(),
            adopt: vec![],
            if_served: None,
            more: vec![],
            stateful_set: StatefulSet::default(),
        })
    }
}

impl Cleanup for Keeper {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, Infallible> {
        Ok(Cleaned::Done)
    }
}

#[test]
fn what_is_kept_taken_and_left_out_is_in_the_declaration() {
    let Declaration { owns, former_managers, former_finalizers, .. } = Keeper::DECLARATION;
    let flags: Vec<_> = owns.iter().map(|entry| (entry.retain, entry.adopt, entry.if_served)).collect();
    assert_eq!(
        flags,
        [
            (true, true, false),
            (false, true, false),
            (false, false, true),
            (true, false, true),
            (false, false, false),
        ]
    );
    assert_eq!(former_managers, ["keep-it", "kubectl-client-side-apply", "Helm 3"]);
    assert_eq!(former_finalizers, ["keeper", "example.com/former", "other.example.com/keeper"]);
}

/// Some objects of a kind, and some from the server.
#[operator(
    group = "example.com",
    version = "v1",
    owns(Deployment),
    watches(ConfigMap(labels = "example.com/app=web, tier in (a,b),!old")),
    reads(Secret(live), ConfigMap(live), ServiceAccount, ServiceAccount(live))
)]
pub struct SelectiveSpec {}

impl Reconcile for Selective {
    type Error = Infallible;

    async fn desired(&self, cx: &Context<Self>) -> Result<SelectiveChildren, Infallible> {
        let _: Option<std::sync::Arc<Secret>> = cx.live("token").await;
        let _ = cx.live_in::<Secret>("elsewhere", "token").await;
        // An owned kind may be asked for at the server as well, another one if that is declared.
        let _ = (cx.get::<ConfigMap>("config"), cx.live::<ConfigMap>("config").await);
        let _ = (cx.get::<ServiceAccount>("app"), cx.live::<ServiceAccount>("app").await);
        let _ = (cx.list::<Deployment>(""), cx.live::<Deployment>("app").await);
        Ok(SelectiveChildren { deployment: Deployment::default() })
    }
}

#[test]
fn labels_and_live_are_in_the_declaration() {
    let Declaration { watches, reads, .. } = Selective::DECLARATION;
    assert_eq!(watches[0].labels, "example.com/app=web, tier in (a,b),!old");
    assert_eq!(reads.iter().map(|read| read.live).collect::<Vec<_>>(), [true, true, false, true]);
}
