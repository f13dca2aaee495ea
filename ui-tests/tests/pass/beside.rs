//! What stands in a file beside our macros: the neighbours of what is told by a look into it.

use std::borrow::Cow;

use kubewright::prelude::*;

// Further derives may stand above the macro.
#[derive(PartialEq)]
#[operator(group = "example.com", version = "v1")]
pub struct BesideSpec {
    pub by_hand: Vec<ByHand>,
    pub derived: Option<inner::Derived>,
    pub text: Box<str>,
    pub texts: Box<[Box<str>]>,
}

/// Everything of it is written by hand.
pub struct ByHand(String);

impl Clone for ByHand {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl PartialEq for ByHand {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl std::fmt::Debug for ByHand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl kubewright::__private::serde::Serialize for ByHand {
    fn serialize<S: kubewright::__private::serde::Serializer>(
        &self,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> kubewright::__private::serde::Deserialize<'de> for ByHand {
    fn deserialize<D: kubewright::__private::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(Self)
    }
}

impl kubewright::__private::schemars::JsonSchema for ByHand {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("ByHand")
    }

    fn json_schema(
        generator: &mut kubewright::__private::schemars::SchemaGenerator,
    ) -> kubewright::__private::schemars::Schema {
        String::json_schema(generator)
    }
}

impl Reconcile for Beside {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<BesideChildren, Self::Error> {
        Ok(BesideChildren {})
    }
}

/// Another kind of the same name.
mod inner {
    use kubewright::prelude::*;

    #[operator(group = "other.example.com", version = "v1", kind = Beside)]
    pub struct OtherSpec {}

    #[derive(PartialEq)]
    #[schema]
    pub struct Derived {
        pub a: i32,
    }

    impl Reconcile for Beside {
        type Error = std::convert::Infallible;

        async fn desired(&self, _cx: &Context<Self>) -> Result<BesideChildren, Self::Error> {
            Ok(BesideChildren {})
        }
    }
}

#[test]
fn kinds_of_one_name_in_two_modules_are_two() {
    assert_eq!(Beside::crd().metadata.name.as_deref(), Some("besides.example.com"));
    assert_eq!(inner::Beside::crd().metadata.name.as_deref(), Some("besides.other.example.com"));
}

#[test]
fn a_type_that_is_written_by_hand_has_a_schema() {
    let crd = serde_json(&Beside::crd());
    assert!(crd.contains(r#""byHand":{"items":{"type":"string"},"type":"array"}"#), "{crd}");
}

fn serde_json(crd: &impl kubewright::__private::serde::Serialize) -> String {
    kubewright::__private::serde_json::to_value(crd).map(|value| value.to_string()).unwrap_or_default()
}
