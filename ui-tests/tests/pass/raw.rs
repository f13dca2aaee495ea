//! Names that need `r#`, and names that have it without need.
#![deny(warnings)]
#![allow(dead_code)]

use kubewright::{
    declare::{Described, Fact},
    k8s::core::v1::{ConfigMap, Secret},
    prelude::*,
};

#[operator(
    group = "example.com", version = "v1", kind = r#Async, status = r#AsyncStatus,
    owns(r#move: Secret, match: ConfigMap, r#plain: Option<ConfigMap>, r#dyn: Vec<Secret>),
)]
pub struct r#RawSpec {
    #[crd(column, scale, default = 1)]
    pub r#type: i32,
    #[crd(column)]
    pub r#while_it: Option<r#Loop>,
    pub r#fn: r#Use,
    pub r#gen: Option<String>,
}

#[schema]
pub enum r#Loop {
    r#For,
    r#Try,
}

#[schema]
#[serde(rename_all = "snake_case")]
pub struct r#Use {
    #[crd(column, default = "x")]
    pub r#struct: String,
}

#[status]
pub struct r#AsyncStatus {
    pub r#observed_generation: Option<i64>,
    pub r#conditions: Conditions<r#Raw>,
    #[crd(scale)]
    pub r#impl: i32,
}

#[derive(ConditionType)]
pub enum r#Raw {
    r#Ready,
    r#Where,
}

#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = r#Raw)]
pub enum r#Mod {
    #[error("broken")]
    #[failure(permanent, condition = r#Where)]
    r#Extern,
    #[error("wrapped")]
    #[failure(from_source)]
    r#Super { r#ref: r#Other },
}

#[derive(Debug, thiserror::Error, Failure)]
pub enum r#Other {
    #[error("busy")]
    #[failure(transient)]
    r#Static,
}

impl Reconcile for Async {
    type Error = r#Mod;

    async fn desired(&self, _cx: &Context<Self>) -> Result<AsyncChildren, r#Mod> {
        let secret = Secret::default();
        let map = ConfigMap::default();
        Ok(AsyncChildren { r#move: secret, r#match: map, plain: None, r#dyn: Vec::new() })
    }
}

#[test]
fn names_are_bare() {
    let declaration = Async::DECLARATION;
    assert_eq!(
        (declaration.kind, declaration.plural, declaration.name),
        ("Async", "asyncs", "async-operator")
    );
    let entries: Vec<_> = declaration.owns.iter().map(|owned| owned.entry).collect();
    assert_eq!(entries, ["move", "match", "plain", "dyn"]);
    let column = |fact: &Fact| match fact {
        Fact::Column { path, name, .. } => Some((*path, *name)),
        _ => None,
    };
    let columns: Vec<_> = r#RawSpec::FACTS.iter().filter_map(column).collect();
    assert_eq!(columns, [(".type", "Type"), (".whileIt", "While It")]);
    assert_eq!(r#Raw::ALL, ["Ready", "Where"]);
    assert_eq!(r#Mod::r#Extern.verdict().reason, "Extern");
    assert_eq!(r#Mod::r#Super { r#ref: r#Other::r#Static }.verdict().reason, "Static");
    assert_eq!(kubewright::declare::problems(&Async::crd()), []);
}
