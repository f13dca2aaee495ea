//! Whether a namespace of MyApps is as it should be once everything has settled.

use std::collections::{BTreeMap, BTreeSet};

use kubewright::{
    __private::kube::{Resource, api::ListParams},
    k8s::{apps::v1::Deployment, core::v1::Service},
    object::Scoped,
};
use myapp_operator::MyApp;
use serde_json::{Value, json};

use crate::{World, said};

/// MyApp's field manager.
const MANAGER: &str = "myapp-operator";

/// What is wrong in the test's namespace, where these MyApps should be, each with its spec; nothing, if all are ready as
/// they are now, each with its two children as it wants them, and nothing else is there.
///
/// # Errors
/// What the server said instead of a list.
pub async fn verdict(world: &World, wanted: &BTreeMap<String, Value>) -> Result<Vec<String>, String> {
    let apps = all::<MyApp>(world).await?;
    let (deployments, services) = (all::<Deployment>(world).await?, all::<Service>(world).await?);
    let mut wrong = Vec::new();
    for (kind, found) in [("MyApp", &apps), ("Deployment", &deployments), ("Service", &services)] {
        let names: BTreeSet<&String> = found.keys().collect();
        let lost = wanted.keys().filter(|name| !names.contains(name));
        wrong.extend(lost.map(|name| format!("{kind} {name} is lost")));
        let extra = names.iter().filter(|name| !wanted.contains_key(**name));
        wrong.extend(extra.map(|name| format!("{kind} {name} is extra")));
    }
    for (name, spec) in wanted {
        let Some(app) = apps.get(name) else { continue };
        wrong.extend(of_app(app).map(|what| format!("MyApp {name} {what}")));
        if let Some(deployment) = deployments.get(name) {
            let image = &deployment["spec"]["template"]["spec"]["containers"][0]["image"];
            let replicas = &deployment["spec"]["replicas"];
            if (image, replicas) != (&spec["image"], &spec["replicas"]) {
                wrong
                    .push(format!("Deployment {name} has image {image}, replicas {replicas}: wanted {spec}"));
            }
            wrong.extend(of_child(deployment, app).map(|what| format!("Deployment {name} {what}")));
        }
        if let Some(service) = services.get(name) {
            let selector = &service["spec"]["selector"]["app.kubernetes.io/instance"];
            if selector != name {
                wrong.push(format!("Service {name} selects {selector}"));
            }
            wrong.extend(of_child(service, app).map(|what| format!("Service {name} {what}")));
        }
    }
    Ok(wrong)
}

fn of_app(app: &Value) -> impl Iterator<Item = String> + use<> {
    let (meta, status) = (&app["metadata"], &app["status"]);
    let ready = said(app, "Ready");
    let mut wrong = Vec::new();
    if !ready.starts_with("True/") || status["observedGeneration"] != meta["generation"] {
        let (seen, generation) = (&status["observedGeneration"], &meta["generation"]);
        wrong.push(format!("is Ready={ready} as of generation {seen} of {generation}"));
    }
    if status["readyReplicas"] != app["spec"]["replicas"] {
        wrong.push(format!("counts {} ready of {}", status["readyReplicas"], app["spec"]["replicas"]));
    }
    if meta["finalizers"] != json!(["myapp.example.com/finalizer"]) {
        wrong.push(format!("has finalizers {}", meta["finalizers"]));
    }
    if !meta["deletionTimestamp"].is_null() {
        wrong.push("is being deleted".to_owned());
    }
    wrong.into_iter()
}

fn of_child(child: &Value, app: &Value) -> impl Iterator<Item = String> + use<> {
    let meta = &child["metadata"];
    let mut wrong = Vec::new();
    let owners = meta["ownerReferences"].as_array().cloned().unwrap_or_default();
    if owners.len() != 1 || owners[0]["uid"] != app["metadata"]["uid"] {
        wrong.push(format!("has owners {owners:?}"));
    }
    if meta["labels"]["example.com/operator"] != MANAGER {
        wrong.push(format!("has labels {}", meta["labels"]));
    }
    let entries = meta["managedFields"].as_array().cloned().unwrap_or_default();
    let ours: Vec<&Value> = entries.iter().filter(|entry| entry["manager"] == MANAGER).collect();
    if ours.len() != 1 || ours[0]["operation"] != "Apply" {
        wrong.push(format!("has {} entries of ours in managedFields, or not an Apply", ours.len()));
    }
    wrong.into_iter()
}

async fn all<K>(world: &World) -> Result<BTreeMap<String, Value>, String>
where
    K: Resource<DynamicType = ()>,
    K::Scope: Scoped,
{
    let list = world.objects::<K>().list(&ListParams::default()).await.map_err(|error| error.to_string())?;
    let named = |object| {
        let object = serde_json::to_value(object).expect("an object is JSON");
        (object["metadata"]["name"].as_str().unwrap_or_default().to_owned(), object)
    };
    Ok(list.items.into_iter().map(named).collect())
}
