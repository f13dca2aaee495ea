//! MyApp: a web application as one Kubernetes object.

pub mod children;
pub mod myapp;

pub use myapp::MyApp;
