//! A stranger's operator.
#![deny(warnings)]

use std::process::ExitCode;

use kubewright::k8s::{
    apps::v1::Deployment,
    core::v1::{ConfigMap, Secret, Service},
};
use kubewright::prelude::*;

/// A library of books, each a ConfigMap.
#[operator(
    group = "outside.kubewright.test", version = "v1", plural = "libraries", short_name = "lib",
    status = LibraryStatus,
    owns(catalogue: ConfigMap, books: Vec<ConfigMap>, Option<Service>, desk: Option<Deployment>),
    watches(Secret),
    finalizer = "outside.kubewright.test/finalizer",
    webhook(validate),
    state = Shelves,
)]
pub struct LibrarySpec {
    /// Titles.
    #[crd(default = Vec::new())]
    pub books: Vec<String>,
    /// Where it can be reached.
    #[crd(column, default = 80)]
    #[schemars(range(min = 1))]
    pub port: u16,
    /// How people are let in.
    pub door: Option<Door>,
}

/// How people are let in.
#[schema]
pub enum Door {
    /// Everybody.
    Open {},
    /// Whoever has the key in this Secret.
    Locked {
        /// Its name.
        key: String,
    },
}

/// What was seen.
#[status]
pub struct LibraryStatus {
    /// Books that exist.
    #[crd(column)]
    pub books: i32,
    /// The generation that this speaks of.
    pub observed_generation: Option<i64>,
    /// What is said about the library.
    pub conditions: Conditions<LibraryCondition>,
}

/// What is said about a library.
#[derive(ConditionType)]
pub enum LibraryCondition {
    /// It is open.
    Ready,
    /// Books are being moved.
    Progressing,
    /// It cannot be as it is wanted.
    Invalid,
}

/// What can go wrong.
#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = LibraryCondition)]
pub enum LibraryError {
    /// More than the shelves hold.
    #[error("{0} books are too many")]
    #[failure(permanent, condition = Invalid, field = "spec.books")]
    TooManyBooks(usize),
    /// No key.
    #[error("there is no Secret {0}")]
    #[failure(transient, retry_after = "1m")]
    NoKey(String),
}

/// What passes share.
pub struct Shelves {
    room: usize,
}

impl Reconcile for Library {
    type Error = LibraryError;

    async fn desired(&self, cx: &Context<Self>) -> Result<LibraryChildren, LibraryError> {
        if let Some(Door::Locked { key }) = &self.spec.door {
            cx.get::<Secret>(key).ok_or_else(|| LibraryError::NoKey(key.clone()))?;
        }
        if self.spec.books.len() > cx.state().room {
            return Err(LibraryError::TooManyBooks(self.spec.books.len()));
        }
        let book = |title: &String| {
            let metadata = ObjectMeta { name: Some(title.clone()), ..ObjectMeta::default() };
            ConfigMap { metadata, ..ConfigMap::default() }
        };
        Ok(LibraryChildren {
            catalogue: ConfigMap::default(),
            books: self.spec.books.iter().map(book).collect(),
            service: None,
            desk: None,
        })
    }

    async fn observe(
        &self,
        _: &Context<Self>,
        seen: &LibraryObserved,
        status: &mut LibraryStatus,
    ) -> Result<Action, LibraryError> {
        status.books = i32::try_from(seen.books.len()).unwrap_or(i32::MAX);
        Ok(Action::await_change())
    }
}

impl Cleanup for Library {
    async fn cleanup(&self, _: &Context<Self>) -> Result<Cleaned, LibraryError> {
        Ok(Cleaned::Done)
    }
}

impl Validate for Library {
    fn validate(&self, _: Option<&Self>) -> Result<Warnings, LibraryError> {
        match self.spec.books.len() {
            too_many @ 1001.. => Err(LibraryError::TooManyBooks(too_many)),
            _ => Ok(Warnings::none()),
        }
    }
}

fn main() -> ExitCode {
    kubewright::cli().operator::<Library>(|| Shelves { room: 10 }).main()
}
