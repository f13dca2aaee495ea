//! Errors to wrap.

/// An external service that can't be asked.
#[derive(Debug, thiserror::Error)]
#[error("not an address")]
pub struct AddressError;

/// Why a probe failed.
#[derive(Debug, thiserror::Error)]
#[error("no answer")]
pub struct ProbeError;
