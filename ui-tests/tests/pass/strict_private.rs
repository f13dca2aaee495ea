//! Nothing here is public, and every lint is on: what the macros make is neither dead nor too visible.
#![deny(warnings, unused, dead_code, unreachable_pub, private_interfaces, private_bounds, unsafe_code)]
#![deny(
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    single_use_lifetimes,
    unused_qualifications,
    unused_lifetimes
)]
#![deny(let_underscore_drop, redundant_imports, unit_bindings, meta_variable_misuse)]

mod inner {
    use kubewright::{k8s::core::v1::Secret, prelude::*};

    #[operator(group = "example.com", version = "v1", status = super::outer::DeepStatus, owns(Secret, Vec<super::Map>))]
    pub(in crate::strict_private) struct DeepSpec {
        #[crd(column, scale, default = super::outer::SIZE)]
        pub(super) size: i32,
        pub(self) nested: super::outer::Nested,
    }

    impl Reconcile for Deep {
        type Error = std::convert::Infallible;

        async fn desired(&self, _cx: &Context<Self>) -> Result<DeepChildren, Self::Error> {
            let _ = (self.spec.size, &self.spec.nested.text);
            Ok(DeepChildren { secret: Secret::default(), maps: Vec::new() })
        }
    }

    /// A second one, which nobody names.
    #[operator(group = "example.com", version = "v1")]
    struct OtherSpec {}

    impl Reconcile for Other {
        type Error = std::convert::Infallible;

        async fn desired(&self, _cx: &Context<Self>) -> Result<OtherChildren, Self::Error> {
            Ok(OtherChildren {})
        }
    }
}

mod outer {
    use kubewright::prelude::*;

    pub(super) const SIZE: i32 = 2;

    #[schema]
    pub(super) struct Nested {
        pub(super) text: String,
    }

    #[status]
    pub(super) struct DeepStatus {
        pub(super) observed_generation: Option<i64>,
        pub(super) conditions: Conditions<DeepCondition>,
        #[crd(scale)]
        pub(super) size: i32,
    }

    #[derive(ConditionType)]
    pub(super) enum DeepCondition {
        Ready,
    }
}

use kubewright::k8s::core::v1::ConfigMap as Map;

#[test]
fn is_an_operator() {
    use kubewright::operator::Operator as _;

    assert_eq!(inner::Deep::DECLARATION.plural, "deeps");
}
