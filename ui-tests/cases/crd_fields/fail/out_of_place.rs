//! Attributes that would do nothing where they stand.
use kubewright::prelude::*;

#[schema]
pub enum Mode {
    #[crd(column)]
    Fast,
    Slow,
}

#[schema]
#[crd(column)]
pub struct Size(i32);

#[schema]
pub struct Mixed {
    #[serde(skip)]
    #[crd(column)]
    pub hidden: i32,
    #[serde(flatten)]
    #[crd(column)]
    pub inner: Inner,
    #[status(last_update_time)]
    pub time: Option<Time>,
}

#[schema]
pub struct Inner {
    #[crd(column(priority = -1))]
    pub size: i32,
    #[crd(column(name = ""))]
    pub name: String,
}

#[operator(group = "example.com", version = "v1")]
#[kube(printcolumn = r#"{ "name": "Size", "jsonPath": ".spec.size", "type": "integer" }"#)]
pub struct MyAppSpec {}

fn main() {}
