//! kube's watcher over our client.

use std::time::Duration;

use futures::{StreamExt, pin_mut};
use kube::{
    Api,
    runtime::watcher::{self, Event, watcher},
};
use kubewright::{
    client::{ClientSettings, client},
    k8s::core::v1::ConfigMap,
    prelude::ResourceExt,
};
use serde_json::json;

use crate::{kinds, world::World};

/// A watch that is cut because nothing was said is no failure: the next one goes on from where it was.
pub(crate) async fn a_silent_watch_is_resumed_without_a_list(world: &World) {
    let mut settings = ClientSettings::new("kubewright-requests/1");
    settings.watch_silence = Duration::from_millis(100);
    let config = world.cluster.config("kubewright-requests").await.unwrap();
    let client = client(config, &settings).unwrap();
    let requests = || settings.counters.snapshot().values().sum::<u64>();
    let api = Api::<ConfigMap>::namespaced(client, world.namespace.name());
    let events = watcher(api, watcher::Config::default());
    pin_mut!(events);

    while !matches!(events.next().await.unwrap().unwrap(), Event::InitDone) {}
    for name in ["first", "second"] {
        // One list and three watches or more: each silence cost one request, and no event.
        let before = requests();
        while requests() < before + 3 {
            let waited = tokio::time::timeout(Duration::from_millis(50), events.next()).await;
            if let Ok(event) = waited {
                assert!(matches!(&event, Some(Ok(Event::Apply(_)))), "{event:?}");
            }
        }
        world.post(&kinds::config_map(), name, json!({})).await;
        loop {
            match events.next().await.unwrap().unwrap() {
                Event::Apply(object) if object.name_any() == name => break,
                // Written by the cluster itself into each namespace.
                Event::Apply(object) => assert_eq!(object.name_any(), "kube-root-ca.crt"),
                event => panic!("{event:?}"),
            }
        }
    }
    assert!(
        settings.counters.snapshot().keys().all(|labels| labels.code == "200"),
        "{:?}",
        settings.counters
    );
}
