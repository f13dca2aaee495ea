//! The CRD itself: accepted without a warning, kept as it was sent.

use kube::Client;
use kubewright::{
    __private::k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
    declare::{crd, manifest, problems},
};
use myapp_operator::MyApp;

use super::{World, basin::Basin, kitchen::Kitchen, sink::Sink, whole::Twin};

const PATH: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/// Applies a CRD and gives back what the server keeps, and what it warns of.
async fn applied(client: &Client, crd: &CustomResourceDefinition) -> (CustomResourceDefinition, Vec<String>) {
    let name = crd.metadata.name.as_deref().unwrap();
    let request = http::Request::patch(format!(
        "{PATH}/{name}?fieldManager=crd-test&force=true&fieldValidation=Strict"
    ))
    .header("content-type", "application/apply-patch+yaml");
    let body = manifest(crd).unwrap().to_string().into_bytes();
    let answer = client.send(request.body(body.into()).unwrap()).await.unwrap();
    let warnings = answer.headers().get_all("warning").iter().map(|text| text.to_str().unwrap().to_owned());
    let warnings = warnings.collect();
    assert!(answer.status().is_success(), "{}", answer.status());
    // Waits until it is served: before, it has no conditions.
    let cluster = kubewright_devcluster::for_tests().await.unwrap();
    cluster.install(&[manifest(crd).unwrap()]).await.unwrap();
    let kept = client.request(http::Request::get(format!("{PATH}/{name}")).body(Vec::new()).unwrap()).await;
    (kept.unwrap(), warnings)
}

/// `v1` of MyApp's CRD beside an older version, and which of the two is stored.
fn versions(stored: &[&str]) -> CustomResourceDefinition {
    let mut crd = crd::<MyApp>();
    let spec = &mut crd.spec;
    (spec.group, spec.names.plural) = ("versions.example.com".to_owned(), "apps".to_owned());
    crd.metadata.name = Some("apps.versions.example.com".to_owned());
    let mut old = spec.versions[0].clone();
    old.name = "v1alpha1".to_owned();
    spec.versions.push(old);
    for version in &mut spec.versions {
        version.storage = stored.contains(&version.name.as_str());
    }
    crd
}

#[tokio::test]
async fn exactly_one_version_is_stored_and_none_that_was_is_dropped() {
    assert_eq!(problems(&versions(&["v1"])), []);
    for stored in [&[][..], &["v1", "v1alpha1"]] {
        let wanted = format!("spec.versions: {} storage versions, there must be one", stored.len());
        assert_eq!(problems(&versions(stored)).iter().map(ToString::to_string).collect::<Vec<_>>(), [wanted]);
    }
    let Some(cluster) = kubewright_devcluster::for_tests().await else { return };
    let install = async |crd: &CustomResourceDefinition| {
        let installed = cluster.install(&[manifest(crd).unwrap()]).await;
        installed.map_err(|error| format!("{error:?}"))
    };
    for stored in [&[][..], &["v1", "v1alpha1"]] {
        let refusal = install(&versions(stored)).await.unwrap_err();
        assert!(refusal.contains("must have exactly one version marked as storage version"), "{refusal}");
    }
    install(&versions(&["v1alpha1"])).await.unwrap();
    install(&versions(&["v1"])).await.unwrap();
    // Objects may be stored in it still: only who has written all of them anew can say that none is.
    let mut dropped = versions(&["v1"]);
    dropped.spec.versions.truncate(1);
    let refusal = install(&dropped).await.unwrap_err();
    assert!(refusal.contains("v1alpha1"), "{refusal}");
}

#[tokio::test]
async fn a_crd_is_kept_as_it_is_sent() {
    let Some(world) = World::new().await else { return };
    for sent in [crd::<MyApp>(), crd::<Sink>(), crd::<Basin>(), crd::<Twin>(), crd::<Kitchen>()] {
        assert_eq!(problems(&sent), []);
        let (kept, warnings) = applied(&world.client, &sent).await;
        assert_eq!(warnings, Vec::<String>::new());
        assert_eq!(kept.spec, sent.spec);
        for condition in kept.status.unwrap().conditions.unwrap() {
            assert_ne!(condition.type_, "NonStructuralSchema", "{condition:?}");
            assert!(condition.type_ != "NamesAccepted" || condition.status == "True", "{condition:?}");
        }
    }
}
