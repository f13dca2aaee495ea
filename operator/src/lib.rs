//! MyApp: a web application as one Kubernetes object.

pub mod children;
pub mod external;
pub mod myapp;

pub use external::ExternalServices;
pub use myapp::MyApp;

#[cfg(test)]
mod declaration {
    //! What is true of MyApp's CRD and rights, and of their files.
    kubewright::testing::tests!(
        crate::MyApp,
        crd = "config/crd/myapps.example.com.yaml",
        rbac = "config/rbac/myapp-operator.yaml",
    );
}
