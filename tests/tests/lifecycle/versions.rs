//! The oldest server that this build supports.

use kubewright::k8s::{apps::v1::Deployment, core::v1::Service};
use kubewright_devcluster::{Cluster, Options, skip, skip_requested};
use kubewright_tests::World;
use myapp_operator::{ExternalServices, MyApp};
use serde_json::json;

use crate::lab::{Lab, image, is_ready, plain, status_writes, with_image, without_status};

#[tokio::test]
async fn the_whole_life_on_1_34() {
    if skip_requested() {
        return skip("KUBEWRIGHT_SKIP_CLUSTER=1");
    }
    let old = Options { emulated_version: Some("1.34".to_owned()), audit: true, ..Options::default() };
    let cluster = Cluster::start(old).await.unwrap();
    if !cluster.has_controllers_or_skip() {
        return;
    }
    let mut lab = Lab::on(World::on::<MyApp>(cluster.clone(), "life").await).await;
    lab.app("web", plain()).await;
    let sent = lab.world.sent().await;
    let mut others = without_status(&sent);
    assert_eq!(others[0], "patch myapps web 200", "{sent:#?}");
    others.sort_unstable();
    let children = ["patch deployments web 201", "patch myapps web 200", "patch services web 201"];
    assert_eq!(others, children, "{sent:#?}");
    assert!((1..=2).contains(&status_writes(&sent)), "{sent:#?}");

    lab.world.mark().await;
    lab.world.edit::<MyApp>("web", json!({"spec": {"image": "nginx:1.28"}})).await;
    lab.settled("web").await;
    assert_eq!(without_status(&lab.world.sent().await), ["patch deployments web 200"]);

    lab.world.mark().await;
    lab.world.edit::<Deployment>("web", with_image("evil:1")).await;
    lab.world.until::<Deployment>("web", "put back", |found| image(found, "app") == "nginx:1.28").await;
    lab.settled("web").await;
    assert_eq!(without_status(&lab.world.sent().await), ["patch deployments web 200"]);

    lab.world.mark().await;
    lab = lab.restart().await;
    lab.settled("web").await;
    assert_eq!(lab.world.sent().await, [""; 0]);

    lab.world.mark().await;
    lab.world.delete::<MyApp>("web").await;
    lab.world.until_gone::<MyApp>("web").await;
    lab.world.until_gone::<Deployment>("web").await;
    lab.world.until_gone::<Service>("web").await;
    assert_eq!(lab.world.sent().await, ["patch myapps web 200"]);
    assert!(lab.running.stop().await);
    the_whole_cluster(lab.world).await;
    cluster.stop().await.unwrap();
}

/// An operator for all namespaces: only on a control plane of one's own, where no others are at work.
async fn the_whole_cluster(mut one: World) {
    let two = World::on::<MyApp>(one.cluster.clone(), "elsewhere").await;
    one.mark().await;
    let manager = one.manager().await.namespaces([""; 0]);
    let running = manager.operator::<MyApp>(ExternalServices::new()).start().unwrap();
    for world in [&one, &two] {
        world.make::<MyApp>("web", json!({"spec": plain()})).await;
    }
    for world in [&one, &two] {
        world.until::<MyApp>("web", "ready", is_ready).await;
    }
    let requests = one.requests().await;
    let lists: Vec<_> = requests.iter().filter(|request| request.is_list()).collect();
    assert_eq!(lists.len(), 4, "{lists:#?}");
    assert!(lists.iter().all(|list| list.namespace.is_empty()), "{lists:#?}");
    assert_eq!(requests.iter().filter(|request| request.is_single_read()).count(), 0);
    assert!(running.stop().await);
}
