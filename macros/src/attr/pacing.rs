//! `concurrency`, `backoff(..)`, `retry_rate(..)`, `timeout`, `resync` and `debounce`: when passes run, and run again.

use proc_macro2::Span;
use syn::{Ident, Lit, LitInt, LitStr, parse::ParseStream};

use super::{
    args::each_key,
    keys,
    value::{self, once},
};
use crate::error::{Errors, Result, error};

/// What stands in `#[operator(..)]` about passes.
#[derive(Default)]
pub struct PacingAttrs {
    pub concurrency: Option<LitInt>,
    pub backoff: Option<BackoffAttr>,
    pub retry_rate: Option<RetryRateAttr>,
    pub timeout: Option<LitStr>,
    pub resync: Option<LitStr>,
    pub debounce: Option<LitStr>,
}

/// `backoff(base = "5ms", max = "1000s")`.
pub struct BackoffAttr {
    pub key: Span,
    pub base: Option<LitStr>,
    pub max: Option<LitStr>,
}

/// `retry_rate(qps = 10, burst = 100)`.
pub struct RetryRateAttr {
    pub key: Span,
    /// A whole number or one with a point.
    pub qps: Option<Lit>,
    pub burst: Option<LitInt>,
}

impl PacingAttrs {
    /// One of its keys.
    pub fn argument(&mut self, key: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<()> {
        match key.to_string().as_str() {
            "backoff" => once(&mut self.backoff, key, BackoffAttr::read(key, input, errors)?),
            "retry_rate" => once(&mut self.retry_rate, key, RetryRateAttr::read(key, input, errors)?),
            "timeout" => once(&mut self.timeout, key, value::string(key, input, "timeout = \"5m\"")?),
            "resync" => once(&mut self.resync, key, value::string(key, input, "resync = \"10h\"")?),
            "debounce" => once(&mut self.debounce, key, value::string(key, input, "debounce = \"500ms\"")?),
            _ => once(&mut self.concurrency, key, value::number(key, input, "concurrency = 4")?),
        }
    }
}

impl BackoffAttr {
    pub fn read(backoff: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<Self> {
        let mut attr = Self { key: backoff.span(), base: None, max: None };
        let list = said(backoff, input, "backoff(base = \"5ms\", max = \"1000s\")")?;
        each_key(list, errors, |key, input| match key.to_string().as_str() {
            "base" => once(&mut attr.base, key, value::string(key, input, "base = \"5ms\"")?),
            "max" => once(&mut attr.max, key, value::string(key, input, "max = \"1000s\"")?),
            _ => Err(keys::BACKOFF.unknown(key)),
        });
        Ok(attr)
    }
}

impl RetryRateAttr {
    pub fn read(retry_rate: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<Self> {
        let mut attr = Self { key: retry_rate.span(), qps: None, burst: None };
        let list = said(retry_rate, input, "retry_rate(qps = 10, burst = 100)")?;
        each_key(list, errors, |key, input| match key.to_string().as_str() {
            "qps" => once(&mut attr.qps, key, value::literal(key, input, "a number", "qps = 10")?),
            "burst" => once(&mut attr.burst, key, value::number(key, input, "burst = 100")?),
            _ => Err(keys::RETRY_RATE.unknown(key)),
        });
        Ok(attr)
    }
}

/// A list with something in it.
fn said(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<proc_macro2::TokenStream> {
    let list = value::list(key, input, example)?;
    if list.is_empty() {
        return Err(error(key, format!("`{key}()` says nothing: `{example}`")));
    }
    Ok(list)
}
