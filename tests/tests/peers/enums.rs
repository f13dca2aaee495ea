//! Enums that kube's derive compiles and makes no schema of. Go has no enums with data.

use std::panic::catch_unwind;

use kube::{CustomResource, CustomResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the panic of a call says.
fn panic_of<T>(call: fn() -> T) -> String {
    let panic = catch_unwind(move || drop(call())).expect_err("it panics");
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
}

#[test]
fn an_internally_tagged_enum_panics_when_the_crd_is_made() {
    #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, JsonSchema)]
    #[kube(group = "hand.peers.test", version = "v1", kind = "Tagged", namespaced)]
    struct TaggedSpec {
        source: Source,
    }
    #[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
    #[serde(tag = "type")]
    enum Source {
        Git { url: String },
        Folder { path: String },
    }
    let said = panic_of(Tagged::crd);
    assert!(said.contains("type"), "{said}");
}

#[test]
fn variants_with_and_without_data_panic_when_the_crd_is_made() {
    #[derive(CustomResource, Clone, Debug, Serialize, Deserialize, JsonSchema)]
    #[kube(group = "hand.peers.test", version = "v1", kind = "Mixed", namespaced)]
    struct MixedSpec {
        source: Source,
    }
    #[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
    enum Source {
        None,
        Folder { path: String },
    }
    let said = panic_of(Mixed::crd);
    assert!(!said.is_empty(), "{said}");
}
