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
