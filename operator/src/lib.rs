//! MyApp: a web application as one Kubernetes object.

pub mod children;
pub mod external;
pub mod myapp;

pub use external::ExternalServices;
pub use myapp::MyApp;
