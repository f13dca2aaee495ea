//! Keys that do not exist, in every place that has keys; all are told at once.
use kubewright::{
    k8s::{apps::v1::Deployment, core::v1::ConfigMap},
    prelude::*,
};

#[operator(
    groop = "example.com",
    group = "example.com",
    version = "v1",
    finaliser = "example.com/x",
    scope = Clustered,
    owns(Deployment(retain), Box<ConfigMap>),
    watches(ConfigMap(mapp = wakes)),
    reads(ConfigMap(live)),
    webhook(valdate),
)]
pub struct MyAppSpec {
    #[crd(colum, column(nam = "x"), scale(select))]
    pub image: String,
}

#[schema(krate = ::kubewright)]
pub struct Nested {}

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
    #[status(last_updated)]
    pub last_update_time: Option<Time>,
}

#[derive(ConditionType)]
#[condition_type(kreate = ::kubewright)]
pub enum MyAppCondition {
    Ready,
}

#[derive(Debug, thiserror::Error, Failure)]
#[failure(condition = MyAppCondition)]
#[error("broken")]
pub enum MyAppError {
    #[failure(transiend)]
    Broken,
}

fn main() {}
