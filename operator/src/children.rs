//! What a MyApp becomes: a Deployment and a Service.

use std::collections::BTreeMap;

use kubewright::{
    k8s::{
        IntOrString,
        apps::v1::{Deployment, DeploymentSpec},
        core::v1::{
            ConfigMap, ConfigMapEnvSource, Container, ContainerPort, EnvFromSource, PodSpec, PodTemplateSpec,
            Service, ServicePort, ServiceSpec,
        },
        meta::v1::LabelSelector,
    },
    prelude::*,
};
use sha2::{Digest, Sha256};

use crate::myapp::MyApp;

/// Annotation on pods that changes with the ConfigMap's content, so that a change rolls them.
const CONFIG_HASH: &str = "example.com/config-hash";

/// The Deployment that runs the image.
pub fn deployment(app: &MyApp, config: Option<&ConfigMap>) -> Deployment {
    let annotations = config.map(|config| BTreeMap::from([(CONFIG_HASH.to_owned(), hash(config))]));
    Deployment {
        spec: Some(DeploymentSpec {
            replicas: Some(app.spec.replicas),
            selector: LabelSelector { match_labels: Some(labels(app)), ..Default::default() },
            template: PodTemplateSpec {
                metadata: Some(ObjectMeta { labels: Some(labels(app)), annotations, ..Default::default() }),
                spec: Some(PodSpec { containers: vec![container(app)], ..Default::default() }),
            },
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// The Service in front of the pods, on port 80.
pub fn service(app: &MyApp) -> Service {
    Service {
        spec: Some(ServiceSpec {
            selector: Some(labels(app)),
            ports: Some(vec![ServicePort {
                name: Some("http".to_owned()),
                port: 80,
                protocol: Some("TCP".to_owned()),
                target_port: Some(IntOrString::Int(port(app))),
                ..Default::default()
            }]),
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// The pods' label selector as the scale subresource wants it.
pub fn selector(app: &MyApp) -> String {
    labels(app).iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(",")
}

fn container(app: &MyApp) -> Container {
    Container {
        name: "app".to_owned(),
        image: Some(app.spec.image.clone()),
        env_from: app.spec.config_map_ref.as_ref().map(|name| vec![environment(name)]),
        ports: Some(vec![ContainerPort {
            name: Some("http".to_owned()),
            container_port: port(app),
            protocol: Some("TCP".to_owned()),
            ..Default::default()
        }]),
        ..Default::default()
    }
}

/// The ConfigMap's content as environment. Optional, so that pods run before it exists; its coming rolls them.
fn environment(config: &str) -> EnvFromSource {
    EnvFromSource {
        config_map_ref: Some(ConfigMapEnvSource { name: config.to_owned(), optional: Some(true) }),
        ..Default::default()
    }
}

fn labels(app: &MyApp) -> BTreeMap<String, String> {
    BTreeMap::from([
        ("app.kubernetes.io/name".to_owned(), "myapp".to_owned()),
        ("app.kubernetes.io/instance".to_owned(), ChildName::label([app.name_any()]).into()),
    ])
}

fn port(app: &MyApp) -> i32 {
    app.spec.port.unwrap_or(crate::myapp::DEFAULT_PORT).into()
}

/// Hash of a ConfigMap's content: keys and values, text and binary, none of which can run into the next.
fn hash(config: &ConfigMap) -> String {
    let mut hasher = Sha256::new();
    let text = config.data.iter().flatten().map(|(key, value)| (key, value.as_bytes()));
    let binary = config.binary_data.iter().flatten().map(|(key, value)| (key, value.0.as_slice()));
    for (key, value) in text.chain(binary) {
        hasher.update(key.len().to_le_bytes());
        hasher.update(key);
        hasher.update(value.len().to_le_bytes());
        hasher.update(value);
    }
    hasher.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
