//! One cache in this process, and what it holds. `tests/bench/memory/cache.go` goes through the same steps.

use std::{fs, sync::Arc, time::Duration};

use clap::ValueEnum;
use futures::StreamExt;
use http::Request;
use kubewright::{
    __private::kube::{
        Api, Client, Config,
        runtime::{WatchStreamExt, reflector, reflector::Store, watcher},
    },
    cache::{Cache, CacheSpec, Caches},
    client::{ClientSettings, client},
    clock::RealClock,
    k8s::apps::v1::Deployment,
    object::Kind,
};

use crate::{Failure, report::Figures};

/// How long a cache gets to come to rest.
const REST: Duration = Duration::from_secs(3);

/// What is measured.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Subject {
    Owned,
    Watched,
    Metadata,
    Reflector,
    Stripped,
}

/// A cache that is kept alive.
enum Kept {
    Ours { _cache: Arc<Cache>, _caches: Caches },
    Reflector { _store: Store<Deployment> },
}

impl Subject {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Owned => "ours, of a kind that is owned",
            Self::Watched => "ours",
            Self::Metadata => "ours, metadata_only",
            Self::Reflector => "kube's reflector",
            Self::Stripped => "kube's reflector, no managedFields",
        }
    }

    async fn start(self, config: Config) -> Result<Kept, Failure> {
        Ok(match self {
            Self::Owned => ours(config, &["web-operator"], false).await?,
            Self::Watched => ours(config, &[], false).await?,
            Self::Metadata => ours(config, &[], true).await?,
            Self::Reflector => peer(config, |_| {}).await?,
            Self::Stripped => peer(config, |object| object.metadata.managed_fields = None).await?,
        })
    }
}

/// Reads the list and two more, and says how much memory that took.
pub(crate) async fn measure(subject: Subject, address: &str) -> Result<Figures, Failure> {
    let config = Config::new(address.parse()?);
    let server = Client::try_from(config.clone())?;
    let _kept = subject.start(config).await?;
    let first = status("VmHWM:")?;
    let steady = resident().await?;
    let same = relist(&server, "/expire").await?;
    let changed = relist(&server, "/expire?changed").await?;
    Ok(Figures { first, steady, same, changed, after: resident().await? })
}

async fn ours(config: Config, managers: &[&str], metadata_only: bool) -> Result<Kept, Failure> {
    let client = client(config, &ClientSettings::new("memory"))?;
    let managers = managers.iter().map(|&name| name.to_owned()).collect();
    let caches = Caches::new(client, managers, Arc::new(RealClock));
    let cache = caches.get(&CacheSpec { metadata_only, ..CacheSpec::all(Kind::of::<Deployment>()) });
    let mut changes = cache.subscribe();
    tokio::spawn(async move { while changes.recv().await.is_some() {} });
    cache.synced().await;
    Ok(Kept::Ours { _cache: cache, _caches: caches })
}

async fn peer(config: Config, change: fn(&mut Deployment)) -> Result<Kept, Failure> {
    let (store, writer) = reflector::store();
    let deployments = Api::<Deployment>::all(Client::try_from(config)?);
    let events = watcher(deployments, watcher::Config::default()).default_backoff().modify(change);
    let mut objects = Box::pin(events.reflect(writer).applied_objects());
    tokio::spawn(async move { while objects.next().await.is_some() {} });
    store.wait_until_ready().await?;
    Ok(Kept::Reflector { _store: store })
}

/// The most memory that a further list needs.
async fn relist(server: &Client, path: &str) -> Result<u64, Failure> {
    let before = lists(server).await?;
    fs::write("/proc/self/clear_refs", "5")?;
    server.request_text(Request::post(path).body(Vec::new())?).await?;
    while lists(server).await? == before {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    resident().await?;
    status("VmHWM:")
}

async fn lists(server: &Client) -> Result<u64, Failure> {
    Ok(server.request_text(Request::get("/lists").body(Vec::new())?).await?.parse()?)
}

/// Memory that is held once nothing more happens.
async fn resident() -> Result<u64, Failure> {
    tokio::time::sleep(REST).await;
    status("VmRSS:")
}

fn status(name: &str) -> Result<u64, Failure> {
    let text = fs::read_to_string("/proc/self/status")?;
    let rest = text.lines().find_map(|line| line.strip_prefix(name)).ok_or("no such line")?;
    let kib: u64 = rest.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kib * 1024)
}
