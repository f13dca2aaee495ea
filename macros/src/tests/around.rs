//! What the file around an item tells, and that it tells nothing where it can't be sure.

use quote::format_ident;

use crate::attr::{around::Around, item::Macro};

fn lacks(file: &str, ty: &str) -> bool {
    Around::of(Some(file.to_owned())).lacks_schema(&format_ident!("AppSpec"), &format_ident!("{ty}"))
}

fn above(file: &str, under: Macro) -> usize {
    Around::of(Some(file.to_owned())).derives_above(&format_ident!("App"), under).len()
}

fn before(file: &str, own: &str) -> Option<String> {
    let around = Around::of(Some(file.to_owned()));
    around.made_before(&format_ident!("{own}"), "App").map(|ident| ident.to_string())
}

#[test]
fn a_type_beside_the_item_lacks_a_schema_if_nothing_makes_one() {
    for bare in [
        "",
        "/// Docs.\n",
        "#[derive(Clone, Debug)]",
        "#[allow(dead_code)]",
        "#[derive(Default)] #[doc(hidden)]",
    ] {
        let file = format!(
            "#[operator(group = \"x\")] pub struct AppSpec {{ l: L }} {bare} pub struct L {{ a: u8 }}"
        );
        assert!(lacks(&file, "L"), "{file}");
        let module = format!("mod inner {{ {file} }} #[schema] struct L;");
        assert!(lacks(&module, "L"), "{module}");
    }
    assert!(lacks("struct AppSpec; pub enum L { A }", "L"));
}

#[test]
fn a_type_that_may_have_one_lacks_none() {
    for made in [
        "#[schema] struct L;",
        "#[kubewright::schema(rule())] struct L;",
        "#[derive(Clone, serde::Serialize)] struct L;",
        "#[derive(JsonSchema)] struct L;",
        // What these make nobody knows.
        "#[everything] struct L;",
        "#[cfg_attr(unix, schema)] struct L;",
        "#[cfg(unix)] #[schema] struct L; #[cfg(windows)] #[schema] struct L;",
        "struct L; impl schemars::JsonSchema for L {}",
        "struct L; mod by_hand { impl<'de> Deserialize<'de> for super::L {} }",
        // It stands elsewhere.
        "mod other { pub struct L; } use other::L;",
        "type L = String;",
        "make! { struct L; }",
        "",
    ] {
        let file = format!("#[operator(group = \"x\")] pub struct AppSpec {{ l: L }} {made}");
        assert!(!lacks(&file, "L"), "{file}");
    }
    // Which of the two it is, nobody knows.
    assert!(!lacks("mod a { struct AppSpec; struct L; } mod b { struct AppSpec; #[schema] struct L; }", "L"));
    assert!(!lacks("struct AppSpec; struct L", "L"), "not a file of Rust");
    assert!(!Around::default().lacks_schema(&format_ident!("AppSpec"), &format_ident!("L")));
}

#[test]
fn derives_above_the_macro_are_seen() {
    assert_eq!(above("#[derive(Clone, Debug)] #[schema] struct App;", Macro::Schema), 2);
    assert_eq!(above("#[derive(Clone)]\n/// Docs.\n#[kubewright::status]\nenum App {}", Macro::Status), 1);
    assert_eq!(above("#[schema] #[derive(Clone)] struct App;", Macro::Schema), 0);
    assert_eq!(above("#[derive(Clone)] struct Other; #[schema] struct App;", Macro::Schema), 0);
    assert_eq!(above("#[cfg_attr(unix, derive(Clone))] #[schema] struct App;", Macro::Schema), 0);
}

#[test]
fn a_kind_is_made_once_in_a_module() {
    let first = "#[operator(group = \"x\", kind = App)] struct First;";
    for second in [
        "#[operator(kind = App)] struct Second;",
        "#[kubewright::operator(version = \"v2\")] struct AppSpec;",
    ] {
        let own = if second.contains("Second") { "Second" } else { "AppSpec" };
        assert_eq!(before(&format!("{first} {second}"), own).as_deref(), Some("First"));
        assert_eq!(before(&format!("{second} {first}"), own), None, "the first one is whole");
        assert_eq!(before(&format!("{first} mod other {{ {second} }}"), own), None);
        assert_eq!(before(&format!("mod one {{ {first} }} mod other {{ {second} }}"), own), None);
    }
    assert_eq!(
        before("#[operator(kind = Other)] struct AppSpec; #[operator(kind = App)] struct B;", "B"),
        None
    );
}

#[test]
fn logic_of_a_spec_is_seen() {
    let written = |file: &str| Around::of(Some(file.to_owned())).written_for(&format_ident!("AppSpec"));
    assert_eq!(written("struct AppSpec; impl Reconcile for AppSpec {}").as_deref(), Some("Reconcile"));
    assert_eq!(
        written("struct AppSpec; impl kubewright::operator::Cleanup for AppSpec {}").as_deref(),
        Some("Cleanup")
    );
    assert_eq!(written("struct AppSpec; impl Reconcile for App {}"), None);
    assert_eq!(written("struct AppSpec; impl Display for AppSpec {}"), None);
    assert_eq!(written("struct AppSpec; impl Reconcile for AppSpecial {}"), None);
}

#[test]
fn helpers_above_the_macro_are_seen() {
    let above =
        |file: &str| Around::of(Some(file.to_owned())).helpers_above(&format_ident!("App"), Macro::Schema);
    assert_eq!(above("#[serde(untagged)] #[schema] enum App {}"), ["serde"]);
    assert_eq!(above("#[crd(column)]\n/// Docs.\n#[kubewright::schema]\nstruct App;"), ["crd"]);
    assert_eq!(above("#[schema] #[serde(untagged)] enum App {}"), [""; 0]);
    assert_eq!(above("struct Other { #[serde(default)] a: u8 } #[schema] struct App;"), [""; 0]);
}

#[test]
fn a_file_without_mistakes_is_not_parsed() {
    let file =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../operator/src/myapp.rs")).unwrap();
    let around = Around::of(Some(file));
    for (own, under) in
        [("MyAppSpec", Macro::Operator), ("ExternalService", Macro::Schema), ("MyAppStatus", Macro::Status)]
    {
        let own = format_ident!("{own}");
        assert!(around.derives_above(&own, under).is_empty() && around.helpers_above(&own, under).is_empty());
        assert!(!around.lacks_schema(&own, &format_ident!("ExternalService")));
        assert_eq!((around.made_before(&own, "MyApp"), around.written_for(&own)), (None, None));
    }
    assert!(!around.is_parsed());
}
