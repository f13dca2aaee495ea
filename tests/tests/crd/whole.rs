//! CRDs as a whole: their size, what rules may cost, columns of fields with odd names, recursion.

use std::time::{Duration, Instant};

use kubewright::{
    declare::{crd, manifest, problems},
    k8s::core::v1::{PersistentVolumeClaim, PodTemplateSpec},
    prelude::*,
    testing,
};
use serde_json::{Value, json};

use super::{World, basin::Basin, sink::Sink};

/// Two kinds of pods, each with claims.
#[operator(group = "crd.example.com", version = "v1")]
pub(crate) struct TwinSpec {
    server: PodTemplateSpec,
    worker: PodTemplateSpec,
    claims: Vec<PersistentVolumeClaim>,
}

/// Rules over lists without and with bounds.
#[operator(group = "crd.example.com", version = "v1")]
pub(crate) struct CostlySpec {
    #[schemars(extend("x-kubernetes-validations" = [{ "rule": "self.all(a, self.exists_one(b, a == b))" }]))]
    tags: Vec<String>,
    groups: Vec<Group>,
}

#[schema]
pub(crate) struct Group {
    members: Vec<Member>,
}

#[schema]
pub(crate) struct Member {
    #[schemars(extend("x-kubernetes-validations" = [{ "rule": "self.contains('a')" }]))]
    name: String,
}

#[operator(group = "crd.example.com", version = "v1", plural = "costlies")]
pub(crate) struct ModestSpec {
    #[schemars(length(max = 20), inner(length(max = 30)))]
    #[schemars(extend("x-kubernetes-validations" = [{ "rule": "self.all(a, self.exists_one(b, a == b))" }]))]
    tags: Vec<String>,
}

/// Fields whose names have dots.
#[operator(group = "crd.example.com", version = "v1", plural = "dots")]
pub(crate) struct DotsSpec {
    #[serde(rename = "app.example.com/name")]
    #[crd(column)]
    name: String,
    inner: Dotted,
    #[crd(column(name = "Plain"))]
    plain_name: String,
}

#[schema]
pub(crate) struct Dotted {
    #[serde(rename = "a.b")]
    #[crd(column(name = "Inner"))]
    value: i32,
}

macro_rules! idle {
    ($($kind:ident => $children:ident),*) => {$(
        impl Reconcile for $kind {
            type Error = std::convert::Infallible;

            async fn desired(&self, _: &Context<Self>) -> Result<$children, Self::Error> {
                Ok($children {})
            }
        }
    )*};
}
idle!(Twin => TwinChildren, Costly => CostlyChildren, Modest => ModestChildren, Dots => DotsChildren);

#[test]
fn two_pod_specs_fit_into_what_kubectl_apply_can_take() {
    let crd = crd::<Twin>();
    assert_eq!(problems(&crd), []);
    let bytes = manifest(&crd).unwrap().to_string().len();
    assert!(bytes < 262_144, "{bytes}");
    assert_eq!(testing::accepted(&[crd]), Ok(()));
}

#[test]
fn a_rule_that_may_cost_too_much_is_refused_with_its_field() {
    if kubewright_devcluster::skip_requested() {
        return;
    }
    let refusal = testing::accepted(&[crd::<Costly>()]).unwrap_err();
    assert!(refusal.starts_with("Costly: the API server refuses the CRD:\n"), "{refusal}");
    let line = |field: &str| {
        refusal
            .lines()
            .find(|line| line.trim_start().starts_with(field))
            .unwrap_or_else(|| panic!("{refusal}"))
    };
    assert!(line(".spec.tags (x-kubernetes-validations[0].rule): ").contains("cost"), "{refusal}");
    // Inside of two lists without bounds even a plain rule is too much.
    assert!(line(".spec.groups[].members[].name (").contains("cost"), "{refusal}");
    assert_eq!(testing::accepted(&[crd::<Modest>()]), Ok(()));
}

#[tokio::test]
async fn a_crd_is_refused_also_where_one_of_its_name_is_installed() {
    let Some(cluster) = kubewright_devcluster::for_tests().await else { return };
    cluster.install(&[manifest(&crd::<Twin>()).unwrap()]).await.unwrap();
    let answers = tokio::task::spawn_blocking(|| {
        let good = crd::<Twin>();
        let mut bad = good.clone();
        bad.spec.versions[0].storage = false;
        (testing::accepted(&[good]), testing::accepted(&[bad]))
    });
    let (good, bad) = answers.await.unwrap();
    assert_eq!(good, Ok(()));
    assert!(bad.unwrap_err().contains("storage"));
}

#[tokio::test]
async fn columns_of_fields_with_dots_are_filled() {
    let Some(world) = World::with::<Dots>().await else { return };
    assert_eq!(problems(&crd::<Dots>()), []);
    let spec = json!({ "app.example.com/name": "a", "inner": { "a.b": 7 }, "plainName": "b" });
    world.create_in::<Dots>("dotted", spec).await.unwrap();
    let table = world.table::<Dots>("dotted").await;
    assert_eq!(
        table["rows"][0]["cells"].as_array().unwrap()[..4],
        [json!("dotted"), json!("a"), json!(7), json!("b")]
    );
}

#[test]
fn types_inside_of_each_other_end_soon_and_without_references() {
    let start = Instant::now();
    let crd = crd::<Basin>();
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert_eq!(problems(&crd), []);
    let crd = manifest(&crd).unwrap();
    let text = crd.to_string();
    // Some fields of Kubernetes' own have `$ref` as a name, none of ours.
    assert!(!text.contains("$ref") && !text.contains("$defs") && !text.contains("\"null\""));
    let spec = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"];
    let cut = json!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true });
    let branches = &spec["branch"]["properties"]["leaves"]["items"]["properties"]["branches"];
    let without_text = |mut node: Value| {
        node.as_object_mut().unwrap().remove("description");
        node
    };
    assert_eq!(without_text(branches["additionalProperties"].clone()), cut);
    let three = &spec["one"]["properties"]["two"]["properties"]["three"]["properties"];
    assert_eq!(without_text(three["one"].clone()), cut);
    assert_eq!(without_text(three["ones"]["items"].clone()), cut);
}

#[test]
fn documented_variants_are_one_list_in_the_order_of_the_declaration() {
    let crd = manifest(&crd::<Sink>()).unwrap();
    let speed =
        &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["speed"];
    assert_eq!(speed["enum"], json!(["Slow", "Fast", "Unknown"]));
    assert_eq!(speed.get("oneOf"), None);
}
