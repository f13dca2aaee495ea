//! Operators that a `macro_rules!` writes: types, paths and values arrive in invisible parentheses.
#![deny(warnings)]

use kubewright::{
    k8s::core::v1::{ConfigMap, Node, Secret, Service},
    prelude::*,
};

macro_rules! operator_of {
    (
        $(#[$meta:meta])*
        $vis:vis $kind:ident = $spec:ident: $status:ident, $children:ident, $condition:ident, $error:ident;
        $group:literal, $version:expr, $state:ty, $concurrency:literal;
        $child:ty, $path:path, $entry:ident: $optional:ident, $map:path;
        $(#[$on_field:meta])*
        $field:ident: $ty:ty = $default:expr, $text:literal, $maybe:ty;
        $ready:ident, $other:ident
    ) => {
        $(#[$meta])*
        #[operator(
            group = $group, version = $version, kind = $kind, state = $state, concurrency = $concurrency, status = $status,
            owns($child, $entry: Option<$optional>), watches($path, Node(map = $map)), finalizer = "example.com/made",
        )]
        $vis struct $spec {
            $(#[$on_field])*
            #[crd(column, scale, default = $default)]
            $vis $field: $ty,
            /// A text.
            #[crd(default = $text)]
            $vis text: String,
            /// Not always there.
            $vis maybe: $maybe,
        }

        /// A status.
        #[status]
        $vis struct $status {
            /// Generation that this status speaks of.
            $vis observed_generation: $maybe,
            /// What is to be said.
            $vis conditions: Conditions<$condition>,
            /// Pods.
            #[crd(scale)]
            $vis $field: $ty,
        }

        /// What is said.
        #[derive(ConditionType)]
        $vis enum $condition {
            /// All is well.
            $ready,
            /// One of its own.
            $other,
        }

        /// What can go wrong.
        #[derive(Debug, thiserror::Error, Failure)]
        #[failure(conditions = $condition)]
        $vis enum $error {
            /// Its own.
            #[error("broken")]
            #[failure(permanent, condition = $other, reason = "Broken")]
            Broken,
        }

        impl Reconcile for $kind {
            type Error = $error;

            async fn desired(&self, _cx: &Context<Self>) -> Result<$children, $error> {
                Err($error::Broken)
            }
        }

        impl Cleanup for $kind {
            async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, $error> {
                Ok(Cleaned::Done)
            }
        }
    };
}

fn made_of_node(_: &Node, store: &Store<'_, Made>) -> Vec<ObjectKey> {
    store.keys_where(|_| true)
}

operator_of! {
    /// A kind that a macro made.
    pub Made = MadeSpec: MadeStatus, MadeChildren, MadeCondition, MadeError;
    "example.com", "v1", Vec<String>, 2;
    Secret, ConfigMap, extra: Service, made_of_node;
    /// How many.
    size: i32 = 3, "x", Option<i64>;
    Ready, Broken
}

#[test]
fn is_as_if_written_by_hand() {
    let declaration = Made::DECLARATION;
    assert_eq!(declaration.description, "A kind that a macro made.");
    assert_eq!((declaration.group, declaration.version, declaration.concurrency), ("example.com", "v1", 2));
    assert_eq!(declaration.owns.iter().map(|owned| owned.entry).collect::<Vec<_>>(), ["secret", "extra"]);
    let spec: MadeSpec = kubewright::__private::serde_json::from_str("{}").unwrap();
    assert_eq!((spec.size, spec.text.as_str(), spec.maybe), (3, "x", None));
    assert_eq!(kubewright::declare::problems(&Made::crd()), []);
}
