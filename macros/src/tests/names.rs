//! Names made of names, and what Kubernetes accepts.

use crate::model::{names, wire};

#[test]
fn plurals_of_kinds() {
    for (singular, plural) in [
        ("myapp", "myapps"),
        ("redis", "redises"),
        ("prometheus", "prometheuses"),
        ("policy", "policies"),
        ("gateway", "gateways"),
        ("proxy", "proxies"),
        ("ingress", "ingresses"),
        ("class", "classes"),
        ("index", "indexes"),
        ("networkattachmentdefinition", "networkattachmentdefinitions"),
        ("batch", "batches"),
        ("key", "keys"),
        ("endpoints", "endpoints"),
    ] {
        assert_eq!(names::plural(singular), plural);
    }
}

#[test]
fn entries_of_kinds() {
    for (kind, entry) in [
        ("Deployment", "deployment"),
        ("ConfigMap", "config_map"),
        ("PersistentVolumeClaim", "persistent_volume_claim"),
        ("HTTPRoute", "http_route"),
        ("CSIDriver", "csi_driver"),
        ("IngressV1", "ingress_v1"),
    ] {
        assert_eq!(names::snake_case(kind), entry);
    }
}

#[test]
fn names_on_the_wire_are_serdes() {
    for (rule, field, name) in [
        ("camelCase", "config_map_ref", "configMapRef"),
        ("camelCase", "replicas", "replicas"),
        ("camelCase", "_private", "private"),
        ("snake_case", "config_map_ref", "config_map_ref"),
        ("lowercase", "config_map", "config_map"),
        ("UPPERCASE", "config_map", "CONFIG_MAP"),
        ("PascalCase", "config_map", "ConfigMap"),
        ("SCREAMING_SNAKE_CASE", "config_map", "CONFIG_MAP"),
        ("kebab-case", "config_map", "config-map"),
        ("SCREAMING-KEBAB-CASE", "config_map", "CONFIG-MAP"),
    ] {
        assert_eq!(wire::renamed(field, rule), name, "{rule}");
    }
    assert_eq!(wire::path("app.kubernetes.io/name"), r".app\.kubernetes\.io/name");
}

#[test]
fn titles_of_columns() {
    assert_eq!(names::title_case("ready_replicas"), "Ready Replicas");
    assert_eq!(names::title_case("image"), "Image");
}
