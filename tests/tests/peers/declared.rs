//! Mistakes in what a CRD says, apart from its values.

use kube::{CustomResource, CustomResourceExt, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Ground, by_hand, generated};

/// Something with a number, for mistakes that are elsewhere.
macro_rules! counted {
    ($kind:literal, $spec:ident $(, $($argument:tt)+)?) => {
        #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, JsonSchema)]
        #[kube(group = "hand.peers.test", version = "v1", kind = $kind, namespaced $(, $($argument)+)?)]
        struct $spec {
            replicas: i32,
        }
    };
}

#[tokio::test]
async fn a_column_with_a_misspelt_path_is_empty() {
    counted!(
        "Column",
        ColumnSpec,
        printcolumn(name = "Replicas", type_ = "integer", json_path = ".spec.replcas")
    );
    let Some(ground) = Ground::new("columns").await else { return };
    for crd in [by_hand(Column::crd()), generated("columns")] {
        let served = ground.install(&crd).await;
        served.create("a", json!({"replicas": 3})).await.unwrap();
        let table = "application/json;as=Table;v=v1;g=meta.k8s.io";
        let table = served.get(&ground, "", table).await.unwrap();
        assert_eq!(table["rows"][0]["cells"], json!(["a", null]));
    }
}

#[tokio::test]
async fn a_scale_path_to_nothing_is_told_to_whom_scales() {
    #[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
    struct ScaleStatus {
        replicas: i32,
    }
    counted!(
        "Scale",
        ScaleSpec,
        status = "ScaleStatus",
        scale(spec_replicas_path = ".spec.replcas", status_replicas_path = ".status.replicas")
    );
    let Some(ground) = Ground::new("scales").await else { return };
    for crd in [by_hand(Scale::crd()), generated("scales")] {
        let served = ground.install(&crd).await;
        served.create("a", json!({"replicas": 3})).await.unwrap();
        let error = served.get(&ground, "/a/scale", "application/json").await.unwrap_err().to_string();
        assert!(error.contains("the spec replicas field \".spec.replcas\" does not exist"), "{error}");
    }
}

#[tokio::test]
async fn a_selectable_list_is_refused_at_install() {
    #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, JsonSchema)]
    #[kube(group = "hand.peers.test", version = "v1", kind = "Select", namespaced, selectable = ".spec.tags")]
    struct SelectSpec {
        tags: Vec<String>,
    }
    let Some(ground) = Ground::new("selects").await else { return };
    for crd in [by_hand(Select::crd()), generated("selects")] {
        ground.refuses(&crd, "selectableFields").await;
    }
}

#[tokio::test]
async fn a_rule_that_does_not_parse_is_refused_at_install() {
    #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, KubeSchema)]
    #[kube(group = "hand.peers.test", version = "v1", kind = "Syntax", namespaced)]
    #[x_kube(validation = "self.replicas = 3")]
    struct SyntaxSpec {
        replicas: i32,
    }
    let Some(ground) = Ground::new("syntax").await else { return };
    for crd in [by_hand(Syntax::crd()), generated("syntaxes")] {
        ground.refuses(&crd, "compilation failed").await;
    }
}

#[tokio::test]
async fn a_rule_about_an_unknown_field_is_refused_at_install() {
    #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, KubeSchema)]
    #[kube(group = "hand.peers.test", version = "v1", kind = "Field", namespaced)]
    #[x_kube(validation = "self.replcas < 3")]
    struct FieldSpec {
        replicas: i32,
    }
    let Some(ground) = Ground::new("fields").await else { return };
    for crd in [by_hand(Field::crd()), generated("fields")] {
        ground.refuses(&crd, "undefined field 'replcas'").await;
    }
}

#[tokio::test]
async fn a_rule_that_costs_too_much_is_refused_at_install() {
    #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, KubeSchema)]
    #[kube(group = "hand.peers.test", version = "v1", kind = "Cost", namespaced)]
    #[x_kube(validation = "self.tags.all(tag, self.tags.exists_one(other, other == tag))")]
    struct CostSpec {
        tags: Vec<String>,
    }
    let Some(ground) = Ground::new("costs").await else { return };
    for crd in [by_hand(Cost::crd()), generated("costs")] {
        ground.refuses(&crd, "estimated rule cost exceeds budget").await;
    }
}

#[tokio::test]
async fn a_key_that_no_item_has_is_refused_at_install() {
    #[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
    struct Port {
        name: String,
    }
    #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, KubeSchema)]
    #[kube(group = "hand.peers.test", version = "v1", kind = "Keyed", namespaced)]
    struct KeyedSpec {
        #[x_kube(merge_strategy = ListMerge::Map(vec!["nmae".into()]))]
        ports: Vec<Port>,
    }
    let Some(ground) = Ground::new("keyed").await else { return };
    for crd in [by_hand(Keyed::crd()), generated("keyeds")] {
        ground.refuses(&crd, "entries must all be names of item properties").await;
    }
}

#[tokio::test]
async fn a_set_of_structs_is_refused_at_install() {
    #[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
    struct Port {
        name: String,
    }
    #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, KubeSchema)]
    #[kube(group = "hand.peers.test", version = "v1", kind = "Set", namespaced)]
    struct SetSpec {
        #[x_kube(merge_strategy = ListMerge::Set)]
        ports: Vec<Port>,
    }
    let Some(ground) = Ground::new("sets").await else { return };
    for crd in [by_hand(Set::crd()), generated("sets")] {
        ground.refuses(&crd, "x-kubernetes-map-type").await;
    }
}

#[tokio::test]
async fn a_type_inside_itself_is_refused_at_install() {
    #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, JsonSchema)]
    #[kube(group = "hand.peers.test", version = "v1", kind = "Tree", namespaced)]
    struct TreeSpec {
        children: Vec<Node>,
    }
    #[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
    struct Node {
        children: Vec<Node>,
    }
    let Some(ground) = Ground::new("trees").await else { return };
    ground.refuses(&by_hand(Tree::crd()), "$ref").await;
    ground.refuses(&generated("trees"), "type: Required value").await;
}

#[tokio::test]
async fn names_that_are_none_are_refused_at_install() {
    counted!("Short", ShortSpec, shortname = "No_Good");
    let Some(ground) = Ground::new("shorts").await else { return };
    for crd in [by_hand(Short::crd()), generated("shorts")] {
        ground.refuses(&crd, "spec.names.shortNames").await;
    }
}

/// The argument of kube's derive is an error while compiling.
#[test]
fn a_misspelt_marker_is_ignored() {
    let crd = generated("markers");
    assert_eq!(crd.pointer("/spec/versions/0/additionalPrinterColumns"), None::<&Value>);
}
