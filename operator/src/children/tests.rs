//! What the children look like.

use std::collections::BTreeMap;

use kubewright::k8s::core::v1::ConfigMap;

use super::{CONFIG_HASH, deployment, selector, service};
use crate::myapp::{MyApp, MyAppSpec};

fn app() -> MyApp {
    let spec =
        serde_json::from_value(serde_json::json!({ "image": "nginx:1.29", "replicas": 2, "port": 80 }));
    MyApp::new("app", spec.unwrap())
}

fn config(data: &[(&str, &str)]) -> ConfigMap {
    let data = data.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    ConfigMap { data: Some(data), ..Default::default() }
}

fn hash(config: Option<&ConfigMap>) -> Option<String> {
    let template = deployment(&app(), config).spec.unwrap().template;
    template.metadata.unwrap().annotations.and_then(|annotations| annotations.get(CONFIG_HASH).cloned())
}

#[test]
fn service_deployment_and_selector_mean_the_same_pods() {
    let app = app();
    let spec = deployment(&app, None).spec.unwrap();
    let labels = spec.template.metadata.unwrap().labels.unwrap();
    assert_eq!(spec.selector.match_labels.as_ref(), Some(&labels));
    assert_eq!(service(&app).spec.unwrap().selector.as_ref(), Some(&labels));
    let pairs: BTreeMap<String, String> = selector(&app)
        .split(',')
        .map(|pair| pair.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned())).unwrap())
        .collect();
    assert_eq!(pairs, labels);
}

#[test]
fn the_spec_reaches_the_pods() {
    let mut app = app();
    let spec = deployment(&app, None).spec.unwrap();
    assert_eq!(spec.replicas, Some(2));
    let container = &spec.template.spec.as_ref().unwrap().containers[0];
    assert_eq!(container.image.as_deref(), Some("nginx:1.29"));
    assert_eq!(container.ports.as_ref().unwrap()[0].container_port, 80);
    assert_eq!(container.env_from, None);
    app.spec = MyAppSpec { port: None, config_map_ref: Some("config".to_owned()), ..app.spec };
    let pod = deployment(&app, None).spec.unwrap().template.spec.unwrap();
    assert_eq!(pod.containers[0].ports.as_ref().unwrap()[0].container_port, 8080);
    let from = &pod.containers[0].env_from.as_ref().unwrap()[0];
    assert_eq!(from.config_map_ref.as_ref().map(|from| from.name.as_str()), Some("config"));
}

#[test]
fn pods_change_with_the_content_of_the_config_map_and_with_nothing_else() {
    assert_eq!(hash(None), None);
    let first = hash(Some(&config(&[("a", "b")])));
    assert_eq!(hash(Some(&config(&[("a", "b")]))), first);
    let mut labelled = config(&[("a", "b")]);
    labelled.metadata.labels = Some([("x".to_owned(), "y".to_owned())].into());
    assert_eq!(hash(Some(&labelled)), first);
    for other in [&[("a", "c")][..], &[("ab", "")], &[("a", ""), ("b", "")], &[]] {
        assert_ne!(hash(Some(&config(other))), first);
    }
}

#[test]
fn two_calls_give_the_same_bytes() {
    let bytes = || serde_json::to_vec(&(deployment(&app(), None), service(&app()))).unwrap();
    assert_eq!(bytes(), bytes());
}
