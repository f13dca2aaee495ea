//! Types without schemas in lists, in maps and in an enum: each is told once.
use std::collections::BTreeMap;

use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {
    pub limits: Option<Vec<Limits>>,
    #[serde(default)]
    pub named: BTreeMap<String, Limits>,
    pub place: Place,
}

#[schema]
pub enum Place {
    Local { disk: Disk },
    Remote(Box<Server>),
}

#[derive(Clone, Debug)]
pub struct Limits {
    pub cpu: i32,
}

pub struct Disk {
    pub path: String,
}

#[derive(PartialEq)]
pub struct Server {
    pub url: String,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
