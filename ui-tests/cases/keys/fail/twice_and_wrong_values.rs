//! Keys that are given twice, and values of the wrong form.
use kubewright::prelude::*;

#[operator(
    group = "example.com",
    group = "example.org",
    version = v1,
    kind = "MyApp",
    status = "MyAppStatus",
    owns = Deployment,
    webhook(validate = true),
    concurrency = "3",
    finalizer,
    crate = kubewright,
)]
pub struct MyAppSpec {
    #[crd]
    pub image: String,
    #[crd(column, column)]
    pub size: i32,
}

fn main() {}
