//! Options of an entry that are written in another way than they are read.
use kubewright::{
    k8s::{apps::v1::Deployment, core::v1::ConfigMap},
    prelude::*,
};

#[operator(
    group = "example.com",
    version = "v1",
    owns(
        a: Deployment(depends_on = "config"),
        b: Deployment(depends_on),
        c: Deployment(depends_on()),
        d: Deployment(depends_on = [config]),
        e: Deployment(depends_on = config, depends_on = a),
        f: Deployment(dependson = config),
        g: Vec<Deployment(depends_on = config)>,
        h: Deployment(depends_on(config = a)),
        config: ConfigMap,
    )
)]
pub struct MyAppSpec {}

fn main() {}
