//! etcd put back to an older state, as after a disaster: versions begin anew below those that are known.

use std::{fs, path::Path};

use kubewright::{cache::State, object::Object};
use kubewright_devcluster::{Cluster, Options};
use kubewright_tests::eventually;

use crate::world::{World, caches, config_map, next, value};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cache_follows_an_etcd_that_was_put_back() {
    if kubewright_devcluster::skip_requested() {
        return kubewright_devcluster::skip("KUBEWRIGHT_SKIP_CLUSTER=1");
    }
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("cluster");
    let cluster = Cluster::start(Options { dir: Some(dir.clone()), ..Options::default() }).await.unwrap();
    if !cluster.has_controllers_or_skip() {
        return;
    }
    let world = World::on(cluster).await;
    for name in ["changed", "deleted", "same"] {
        world.put(&world.user, name, "1").await;
    }
    world.cluster.stop().await.unwrap();
    let (data, backup) = (dir.join("etcd"), folder.path().join("backup"));
    copy(&data, &backup);
    world.cluster.restart().await.unwrap();

    let caches = caches(world.client.clone());
    let cache = caches.get(&world.spec(config_map()));
    let mut changes = cache.subscribe();
    for name in ["changed", "deleted", "same"] {
        assert_eq!(next(&mut changes).await, format!("{name} ->1+"));
    }
    // The versions of these must not be reached by what the control plane itself writes after the restore.
    for _ in 0..300 {
        world.put(&world.user, "new", "again").await;
    }
    world.put(&world.user, "changed", "2").await;
    world.delete("deleted").await;
    world.put(&world.user, "new", "2").await;
    while next(&mut changes).await != "new again>2" {}
    world.cluster.stop().await.unwrap();
    // An answer of our own whose event no watch will ever bring.
    let newest = cache.get(&world.key("new")).unwrap().meta().resource_version.parse::<u64>().unwrap();
    let text = cache.get(&world.key("new")).unwrap().body().replace("\"new\"", "\"lost\"");
    let lost = text.replace(&format!("\"{newest}\""), &format!("\"{}\"", newest + 1));
    cache.wrote(Object::from_slice(lost.as_bytes(), &[]).unwrap(), "us");
    assert!(cache.get(&world.key("lost")).is_some());
    fs::remove_dir_all(&data).unwrap();
    copy(&backup, &data);
    world.cluster.restart().await.unwrap();

    let mut told = Vec::new();
    while told.len() < 4 {
        told.push(next(&mut changes).await);
    }
    told.sort();
    assert_eq!(told, ["changed 2>1", "deleted ->1", "lost 2>-", "new 2>-"]);
    for (name, says) in [("changed", Some("1")), ("deleted", Some("1")), ("new", None), ("lost", None)] {
        let seen = cache.get(&world.key(name)).map(|object| value(&object));
        assert_eq!(seen.as_deref(), says, "{name}");
    }
    // Nothing is frozen: neither what comes from the watch nor what we are answered.
    world.put(&world.user, "changed", "3").await;
    assert_eq!(next(&mut changes).await, "changed 1>3");
    cache.wrote(world.put(&world.client, "same", "ours").await, "us");
    assert_eq!(cache.get(&world.key("same")).map(|object| value(&object)).as_deref(), Some("ours"));
    eventually("the cache is well", || async {
        (cache.state() == State::Synced).then_some(()).ok_or_else(|| cache.state())
    })
    .await;
    caches.stop().await;
    world.cluster.stop().await.unwrap();
}

/// Copies a folder with everything in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), &to).unwrap();
        }
    }
}
