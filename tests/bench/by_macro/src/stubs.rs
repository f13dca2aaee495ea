//! What `#[operator(..)]` wants to see: handlers that do nothing, and errors to wrap.

use kubewright::prelude::*;

use crate::{MyApp, MyAppChildren, MyAppError};

/// What passes share.
pub struct ExternalServices;

/// An external service that can't be asked.
#[derive(Debug, thiserror::Error)]
#[error("not an address")]
pub struct AddressError;

/// Why a probe failed.
#[derive(Debug, thiserror::Error)]
#[error("no answer")]
pub struct ProbeError;

impl Reconcile for MyApp {
    type Error = MyAppError;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, MyAppError> {
        Err(MyAppError::TooManyReplicas)
    }
}

impl Cleanup for MyApp {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, MyAppError> {
        Ok(Cleaned::Done)
    }
}

impl Validate for MyApp {
    fn validate(&self, _old: Option<&Self>) -> Result<Warnings, MyAppError> {
        Ok(Warnings::none())
    }
}

impl Defaults for MyApp {
    fn default(&mut self) {}
}
