//! Tests for an operator's own crate: feature `testing`.
#![doc = ""]
#![doc = include_str!("../../docs/testing.md")]

mod file;
mod server;

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;

pub use self::{
    file::{Written, crds_written, roles_written},
    server::accepted,
};
#[doc(inline)]
pub use crate::__kubewright_tests as tests;
use crate::declare;

/// Whether the CRDs keep the rules that need no server to be checked, such as those for structural schemas and
/// defaults.
///
/// # Errors
/// Every problem, with the path of its field.
pub fn structural(crds: &[CustomResourceDefinition]) -> Result<(), String> {
    let problems: Vec<String> = crds
        .iter()
        .flat_map(|crd| {
            let kind = &crd.spec.names.kind;
            declare::problems(crd).into_iter().map(move |problem| format!("{kind}: {problem}"))
        })
        .collect();
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Fails the running test in words for people.
#[doc(hidden)]
#[track_caller]
pub fn passed(result: Result<(), String>) {
    if let Err(message) = result {
        panic!("{message}");
    }
}

/// Tests of the CRDs of one operator or several. [`testing`](crate::testing) says what they are and what they need.
///
/// ```text
/// kubewright::testing::tests!(MyApp);
/// kubewright::testing::tests!(MyApp, crd = "config/crd/myapps.example.com.yaml");
/// kubewright::testing::tests!(MyApp, Database, crd = "config/crd.yaml", rbac = "config/rbac.yaml");
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __kubewright_tests {
    (@read [$($kind:ty),+] crd = $file:expr $(, $($rest:tt)*)?) => {
        $crate::__kubewright_tests!(@read [$($kind),+] $($($rest)*)?);

        /// The CRD's file is what the code makes.
        #[test]
        fn crd_file_is_current() {
            $crate::testing::passed($crate::testing::crds_written(
                &[$($crate::declare::crd::<$kind>()),+],
                $crate::__kubewright_tests!(@file $file),
            ));
        }
    };
    (@read [$($kind:ty),+] rbac = $file:expr $(, $($rest:tt)*)?) => {
        $crate::__kubewright_tests!(@read [$($kind),+] $($($rest)*)?);

        /// The file of the operator's rights is what the code makes.
        #[test]
        fn rbac_file_is_current() {
            $crate::testing::passed($crate::testing::roles_written(
                [$($crate::declare::rbac::<$kind>()),+],
                $crate::__kubewright_tests!(@file $file),
            ));
        }
    };
    (@file $file:expr) => {
        $crate::testing::Written {
            folder: ::core::env!("CARGO_MANIFEST_DIR"),
            file: $file,
            package: ::core::env!("CARGO_PKG_NAME"),
        }
    };
    (@read [$($kind:ty),+]) => {
        /// The CRD keeps the rules that need no server to be checked.
        #[test]
        fn crd_is_structural() {
            $crate::testing::passed($crate::testing::structural(&[$($crate::declare::crd::<$kind>()),+]));
        }

        /// A real API server takes the CRD.
        #[test]
        fn crd_is_accepted() {
            $crate::testing::passed($crate::testing::accepted(&[$($crate::declare::crd::<$kind>()),+]));
        }
    };
    (@read [$($kind:ty),*] $next:ty $(, $($rest:tt)*)?) => {
        $crate::__kubewright_tests!(@read [$($kind,)* $next] $($($rest)*)?);
    };
    ($($arguments:tt)+) => {
        $crate::__kubewright_tests!(@read [] $($arguments)+);
    };
}
