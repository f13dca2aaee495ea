//! A new MyApp.

use kubewright::{
    clock::ManualClock,
    k8s::{
        apps::v1::Deployment,
        core::v1::{Pod, Service},
        discovery::v1::EndpointSlice,
    },
};
use kubewright_tests::World;
use myapp_operator::{ExternalServices, MyApp};
use serde_json::{Value, json};

use crate::lab::{Lab, condition, is_ready, plain, status_writes, without_status};

#[tokio::test]
async fn becomes_a_deployment_with_running_pods_behind_a_service() {
    let Some(lab) = Lab::new("create").await else { return };
    let world = &lab.world;
    let app = lab.app("web", json!({"image": "nginx:1.27", "replicas": 2, "port": 9000})).await;
    let deployment = world.get::<Deployment>("web").await;
    assert_eq!(deployment["status"]["readyReplicas"], 2);
    let container = &deployment["spec"]["template"]["spec"]["containers"][0];
    assert_eq!(
        (&container["image"], &container["ports"][0]["containerPort"]),
        (&json!("nginx:1.27"), &json!(9000))
    );

    let pods = world.list::<Pod>(app["status"]["selector"].as_str().unwrap()).await;
    assert_eq!(pods.len(), 2);
    let service = world.get::<Service>("web").await;
    for pod in &pods {
        assert_eq!(pod["status"]["phase"], "Running");
        for (key, value) in service["spec"]["selector"].as_object().unwrap() {
            assert_eq!(pod["metadata"]["labels"][key], *value, "the Service finds the pod");
        }
    }
    assert_eq!(service["spec"]["ports"][0]["targetPort"], 9000);
    let slice = kubewright_tests::eventually("the Service's endpoints", || async {
        let slices = world.list::<EndpointSlice>("kubernetes.io/service-name=web").await;
        let ready = |slice: &Value| slice["endpoints"].as_array().map_or(0, Vec::len) == 2;
        slices.iter().find(|slice| ready(slice)).cloned().ok_or(slices)
    })
    .await;
    assert_eq!(slice["ports"][0]["port"], 9000);
}

#[tokio::test]
async fn costs_one_status_if_its_pods_are_quick() {
    let Some(mut world) = World::of::<MyApp>("create-quick").await else { return };
    // However slow the machine is, no time goes by.
    let running = world.start_at::<MyApp>(ExternalServices::new(), ManualClock::new()).await;
    world.make::<MyApp>("web", json!({"spec": plain()})).await;
    world.until::<MyApp>("web", "ready", is_ready).await;
    world.quiet(&running).await;
    let sent = world.sent().await;
    assert_eq!(status_writes(&sent), 1, "{sent:#?}");
    assert_eq!(sent.len(), 4, "{sent:#?}");
    // A rollout costs one, too.
    world.mark().await;
    world.edit::<MyApp>("web", json!({"spec": {"image": "nginx:1.28"}})).await;
    world.until::<MyApp>("web", "ready", is_ready).await;
    world.quiet(&running).await;
    let sent = world.sent().await;
    assert_eq!(status_writes(&sent), 1, "{sent:#?}");
    assert!(running.stop().await);
}

#[tokio::test]
async fn costs_a_finalizer_a_write_per_child_and_two_statuses() {
    let Some(mut lab) = Lab::new("create-cost").await else { return };
    let app = lab.app("web", plain()).await;
    assert_eq!(app["metadata"]["finalizers"], json!(["myapp.example.com/finalizer"]));
    assert_eq!(condition(&app, "Progressing")["status"], "False");

    let sent = lab.world.sent().await;
    // The finalizer is stored before anything exists that it guards.
    assert_eq!(sent[0], "patch myapps web 200", "{sent:#?}");
    let mut others = without_status(&sent);
    others.sort_unstable();
    let children = ["patch deployments web 201", "patch myapps web 200", "patch services web 201"];
    assert_eq!(others, children, "no read, no event, and nothing twice: {sent:#?}");
    assert!((1..=2).contains(&status_writes(&sent)), "{sent:#?}");

    let requests = lab.world.requests().await;
    let mut lists: Vec<_> = requests.iter().filter(|r| r.is_list()).map(|r| &*r.resource).collect();
    lists.sort_unstable();
    assert_eq!(lists, ["configmaps", "deployments", "myapps", "services"], "each kind is listed once");
}
