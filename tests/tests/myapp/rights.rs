//! The rights of MyApp's operator are those that its declaration makes, and it uses all of them.

use kubewright::k8s::{
    apps::v1::Deployment,
    core::v1::{ConfigMap, Service},
};
use kubewright_tests::World;
use myapp_operator::{ExternalServices, MyApp};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

/// What an older version of the operator, which named its children otherwise, has left.
async fn rename<K>(world: &World, name: &str)
where
    K: kube::Resource<DynamicType = ()>,
    K::Scope: kubewright::object::Scoped,
{
    let Value::Object(mut child) = world.get::<K>(name).await else { panic!("an object") };
    let metadata = &child["metadata"];
    let kept = json!({
        "labels": metadata["labels"], "annotations": metadata["annotations"],
        "ownerReferences": metadata["ownerReferences"],
    });
    child.insert("metadata".to_owned(), kept);
    let mut child = Value::Object(child);
    if let Some(spec) = child["spec"].as_object_mut() {
        spec.retain(|field, _| !field.starts_with("clusterIP"));
    }
    world.make::<K>("of-old", child).await;
}

#[tokio::test]
async fn a_life_uses_every_right_of_its_declaration_and_no_other() {
    let Some(mut world) = World::of::<MyApp>("rules").await else { return };
    let config = world.with_its_rights::<MyApp>().await;
    let running = world.manager_of(config).operator::<MyApp>(ExternalServices::new()).start().unwrap();
    world.make::<ConfigMap>("settings", json!({"data": {"colour": "blue"}})).await;
    let app = |name: &str| json!({"metadata": {"name": name}, "spec": {"image": "nginx", "configMapRef": "settings"}});
    world.create_as::<MyApp>(app("app")).await;
    world.until_said::<MyApp>("app", "Ready", "True/Available").await;

    // Scaled, its ConfigMap changed, its children edited and left over by an older version.
    world.edit::<MyApp>("app", json!({"spec": {"replicas": 2}})).await;
    world.until::<MyApp>("app", "two are ready", |app| app["status"]["readyReplicas"] == 2).await;
    world.edit::<ConfigMap>("settings", json!({"data": {"colour": "red"}})).await;
    world.edit::<Service>("app", json!({"spec": {"ports": [{"port": 8080, "name": "odd"}]}})).await;
    rename::<Deployment>(&world, "app").await;
    rename::<Service>(&world, "app").await;
    world.until_gone::<Deployment>("of-old").await;
    world.until_gone::<Service>("of-old").await;

    // Somebody else's objects have the names of children.
    world.make::<Service>("taken", json!({"spec": {"ports": [{"port": 81}]}})).await;
    let template =
        json!({"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "a", "image": "a"}]}});
    let deployment =
        json!({"spec": {"replicas": 0, "selector": {"matchLabels": {"a": "b"}}, "template": template}});
    world.make::<Deployment>("taken", deployment).await;
    world.create_as::<MyApp>(app("taken")).await;
    world.until_said::<MyApp>("taken", "Ready", "False/NameTaken").await;

    // What is wrong again is said in the event that there is.
    for _ in 0..2 {
        world.edit::<MyApp>("app", json!({"spec": {"replicas": 101}})).await;
        world.until_said::<MyApp>("app", "Invalid", "True/ReplicasExceedsLimit").await;
        world.edit::<MyApp>("app", json!({"spec": {"replicas": 1}})).await;
        world.until_said::<MyApp>("app", "Ready", "True/Available").await;
    }

    // The object changes while its service is being asked: the status is written after a look at the object.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    world.edit::<MyApp>("app", json!({"spec": {"externalService": {"url": url}}})).await;
    let (mut connection, _) = listener.accept().await.unwrap();
    world.edit::<MyApp>("app", json!({"metadata": {"labels": {"asked": "now"}}})).await;
    let _ = connection.read(&mut [0; 4096]).await.unwrap();
    connection.write_all(b"HTTP/1.1 200 Fine\r\ncontent-length: 0\r\n\r\n").await.unwrap();
    drop(connection);
    drop(listener);
    world.edit::<MyApp>("app", json!({"spec": {"externalService": null}})).await;
    world.until_said::<MyApp>("app", "Ready", "True/Available").await;

    world.delete::<MyApp>("app").await;
    world.until_gone::<MyApp>("app").await;
    world.quiet(&running).await;
    // Counts of events that nobody waits for are written at the end.
    assert!(running.stop().await);
    world.used_every_right_of::<MyApp>().await;
}
