//! Mistakes in the schema of values: defaults, what is immutable, numbers, free fields.

use std::collections::BTreeMap;

use kube::{
    Api, CustomResource, CustomResourceExt, KubeSchema, ResourceExt,
    api::{ListParams, Patch, PatchParams, PostParams},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Ground, by_hand, generated};

/// In Rust a default of another type does not compile.
#[tokio::test]
async fn a_default_of_another_type_is_refused_at_install() {
    let Some(ground) = Ground::new("typed").await else { return };
    ground.refuses(&generated("typeds"), "must be of type integer").await;
}

#[tokio::test]
async fn a_default_outside_of_its_bounds_is_refused_at_install() {
    #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, JsonSchema)]
    #[kube(group = "hand.peers.test", version = "v1", kind = "Bounds", plural = "bounds", namespaced)]
    struct BoundsSpec {
        #[serde(default)]
        #[schemars(range(min = 1))]
        replicas: i32,
    }
    let Some(ground) = Ground::new("bounds").await else { return };
    for crd in [by_hand(Bounds::crd()), generated("bounds")] {
        ground.refuses(&crd, "should be greater than or equal to 1").await;
    }
}

#[tokio::test]
async fn an_immutable_field_is_unset_and_set_again() {
    #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, KubeSchema)]
    #[kube(group = "hand.peers.test", version = "v1", kind = "Fixed", namespaced)]
    struct FixedSpec {
        #[x_kube(validation = Rule::new("self == oldSelf").message("it is immutable"))]
        #[serde(skip_serializing_if = "Option::is_none")]
        class: Option<String>,
    }
    let Some(ground) = Ground::new("fixed").await else { return };
    for crd in [by_hand(Fixed::crd()), generated("fixeds")] {
        let served = ground.install(&crd).await;
        served.create("a", json!({"class": "one"})).await.unwrap();
        let set = async |class: Value| {
            let patch = Patch::Merge(json!({"spec": {"class": class}}));
            served.api.patch("a", &PatchParams::default(), &patch).await
        };
        let refused = set(json!("two")).await.unwrap_err().to_string();
        assert!(refused.contains("it is immutable"), "{refused}");
        set(Value::Null).await.unwrap();
        assert_eq!(set(json!("two")).await.unwrap().data["spec"]["class"], "two");
    }
}

#[tokio::test]
async fn a_map_beside_fields_is_refused_at_install() {
    #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, JsonSchema)]
    #[kube(group = "hand.peers.test", version = "v1", kind = "Open", namespaced)]
    struct OpenSpec {
        known: String,
        #[serde(flatten)]
        rest: BTreeMap<String, String>,
    }
    let Some(ground) = Ground::new("opens").await else { return };
    for crd in [by_hand(Open::crd()), generated("opens")] {
        ground.refuses(&crd, "additionalProperties and properties are mutual exclusive").await;
    }
}

#[tokio::test]
async fn one_number_that_rust_cannot_read_hides_all_objects() {
    #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, JsonSchema)]
    #[kube(group = "hand.peers.test", version = "v1", kind = "Number", namespaced)]
    struct NumberSpec {
        bytes: u32,
    }
    let Some(ground) = Ground::new("numbers").await else { return };
    let served = ground.install(&by_hand(Number::crd())).await;
    let typed = Api::<Number>::namespaced(ground.client.clone(), ground.world.namespace.name());
    served.create("good", json!({"bytes": 1})).await.unwrap();
    assert_eq!(typed.list(&ListParams::default()).await.unwrap().items.len(), 1);
    served.create("bad", json!({"bytes": 5_000_000_000_u64})).await.unwrap();
    let error = typed.list(&ListParams::default()).await.unwrap_err();
    assert!(matches!(error, kube::Error::SerdeError(_)), "{error}");
}

#[tokio::test]
async fn a_field_that_the_installed_crd_does_not_have_is_lost() {
    mod old {
        use super::*;

        #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, JsonSchema)]
        #[kube(group = "hand.peers.test", version = "v1", kind = "Aged", namespaced)]
        pub(super) struct AgedSpec {
            pub(super) image: String,
        }
    }

    #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, JsonSchema)]
    #[kube(group = "hand.peers.test", version = "v1", kind = "Aged", namespaced)]
    struct AgedSpec {
        image: String,
        tag: Option<String>,
    }
    let Some(ground) = Ground::new("aged").await else { return };
    ground.install(&by_hand(old::Aged::crd())).await;
    let api = Api::<Aged>::namespaced(ground.client.clone(), ground.world.namespace.name());
    let object = Aged::new("a", AgedSpec { image: "nginx".to_owned(), tag: Some("1.29".to_owned()) });
    let stored = api.create(&PostParams::default(), &object).await.unwrap();
    assert_eq!((stored.name_any().as_str(), stored.spec.tag), ("a", None));
}
