//! A module in which everything of the prelude means something else, and so do crates and macros of well-known names.
//! Only `Some` is std's: schemars' derive names it without its path.
#![deny(warnings)]
#![allow(unused_macros, dead_code)]

macro_rules! vec {
    ($($any:tt)*) => {
        compile_error!("this is not std's")
    };
}
macro_rules! assert {
    ($($any:tt)*) => {
        compile_error!("this is not std's")
    };
}
macro_rules! assert_eq {
    ($($any:tt)*) => {
        compile_error!("this is not std's")
    };
}
macro_rules! format {
    ($($any:tt)*) => {
        compile_error!("this is not std's")
    };
}
macro_rules! panic {
    ($($any:tt)*) => {
        compile_error!("this is not std's")
    };
}
macro_rules! matches {
    ($($any:tt)*) => {
        compile_error!("this is not std's")
    };
}
macro_rules! unreachable {
    ($($any:tt)*) => {
        compile_error!("this is not std's")
    };
}
macro_rules! concat {
    ($($any:tt)*) => {
        compile_error!("this is not std's")
    };
}
macro_rules! stringify {
    ($($any:tt)*) => {
        compile_error!("this is not std's")
    };
}
macro_rules! write {
    ($($any:tt)*) => {
        compile_error!("this is not std's")
    };
}
macro_rules! println {
    ($($any:tt)*) => {
        compile_error!("this is not std's")
    };
}
macro_rules! todo {
    ($($any:tt)*) => {
        compile_error!("this is not std's")
    };
}

mod alloc {}
mod core {}
mod k8s_openapi {}
mod kube {}
mod kubewright {}
mod schemars {}
mod serde {}
mod serde_json {}
mod std {}

pub struct Box;
pub struct Cow;
pub struct Err;
pub struct None;
pub struct Ok;
pub struct Result;
pub struct String;
pub trait Clone {}
pub trait Debug {}
pub trait Default {}
pub trait Deserialize {}
pub trait From {}
pub trait Into {}
pub trait Iterator {}
pub trait JsonSchema {}
pub trait Operator {}
pub trait Send {}
pub trait Serialize {}
pub trait ToOwned {}
pub trait ToString {}
pub fn drop() {}

use ::kubewright::{
    ConditionType, Failure,
    action::{Cleaned, Warnings},
    context::Context,
    k8s::core::v1::{ConfigMap, Secret, Service},
    operator,
    operator::{Cleanup, Defaults, Reconcile, Validate},
    schema, status,
};

#[operator(
    group = "example.com", version = "v1", status = TakenStatus,
    owns(Service, Option<Secret>, Vec<ConfigMap>), finalizer = "example.com/taken", webhook(validate, default),
)]
pub struct TakenSpec {
    #[crd(column, scale, default = 1)]
    pub size: i32,
    #[crd(default = "x")]
    pub text: ::std::string::String,
    pub maybe: ::core::option::Option<::std::string::String>,
    pub option: Option,
    pub vec: ::std::vec::Vec<Vec>,
    pub choice: Choice,
}

/// Called as std's, and of the same.
#[schema]
pub struct Option {
    #[crd(column)]
    pub option: ::core::option::Option<::std::string::String>,
}

#[schema]
pub struct Vec {
    pub vec: ::std::vec::Vec<::std::string::String>,
}

#[schema]
pub enum Choice {
    Some { value: i32 },
    None {},
}

#[status]
pub struct TakenStatus {
    pub observed_generation: ::core::option::Option<i64>,
    pub conditions: ::kubewright::status::Conditions<Condition>,
    #[crd(scale)]
    pub size: i32,
}

#[derive(ConditionType)]
pub enum Condition {
    Ready,
    Ok,
}

#[derive(::core::fmt::Debug, Failure)]
#[failure(conditions = Condition)]
pub enum Error {
    #[failure(transient, retry_after = "1s")]
    Err,
    #[failure(permanent, condition = Ok, field = "spec.size")]
    None,
    #[failure(from_source)]
    Some(Inner),
}

#[derive(::core::fmt::Debug, Failure)]
pub enum Inner {
    #[failure(transient)]
    Err,
}

impl ::core::fmt::Display for Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.write_str("broken")
    }
}

impl ::core::error::Error for Error {}

impl ::core::fmt::Display for Inner {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.write_str("broken")
    }
}

impl ::core::error::Error for Inner {}

impl Reconcile for Taken {
    type Error = Error;

    async fn desired(&self, _cx: &Context<Self>) -> ::core::result::Result<TakenChildren, Error> {
        ::core::result::Result::Err(Error::None)
    }
}

impl Cleanup for Taken {
    async fn cleanup(&self, _cx: &Context<Self>) -> ::core::result::Result<Cleaned, Error> {
        ::core::result::Result::Ok(Cleaned::Done)
    }
}

impl Validate for Taken {
    fn validate(&self, _old: ::core::option::Option<&Self>) -> ::core::result::Result<Warnings, Error> {
        ::core::result::Result::Ok(Warnings::none())
    }
}

impl Defaults for Taken {
    fn default(&mut self) {}
}

#[test]
fn the_crd_is_as_the_server_wants_it() {
    let problems = ::kubewright::declare::problems(&Taken::crd());
    ::core::assert!(problems.is_empty(), "{problems:?}");
    let facts = ::std::format!("{:?}", <TakenSpec as ::kubewright::declare::Described>::FACTS);
    ::core::assert!(facts.contains(".option"), "{facts}");
}
