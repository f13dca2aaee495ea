//! When passes run, and run again.

use std::time::Duration;

use proc_macro2::Span;
use syn::{Lit, LitInt, LitStr};

use crate::{
    attr::pacing::{BackoffAttr, PacingAttrs, RetryRateAttr},
    error::{Errors, Result, error},
    model::{Backoff, Pacing, RetryRate, Said},
};

// What is left out of a list that is written in part: as `Declaration::new` has it.
const BASE: Duration = Duration::from_millis(5);
const MAX: Duration = Duration::from_secs(1000);
const QPS: f64 = 10.0;
const BURST: u32 = 100;

pub fn pacing(attrs: PacingAttrs, errors: &mut Errors) -> Pacing {
    Pacing {
        concurrency: attrs.concurrency.and_then(|literal| errors.handle(count(&literal))),
        backoff: attrs.backoff.map(|attr| backoff(attr, errors)),
        retry_rate: attrs.retry_rate.map(|attr| retry_rate(attr, errors)),
        timeout: said(attrs.timeout, errors),
        resync: said(attrs.resync, errors),
        debounce: said(attrs.debounce, errors),
    }
}

fn backoff(attr: BackoffAttr, errors: &mut Errors) -> Backoff {
    let unsaid = |value| Said { value, span: attr.key, written: false };
    Backoff {
        base: said(attr.base, errors).unwrap_or_else(|| unsaid(BASE)),
        max: said(attr.max, errors).unwrap_or_else(|| unsaid(MAX)),
    }
}

fn retry_rate(attr: RetryRateAttr, errors: &mut Errors) -> RetryRate {
    let qps = attr.qps.and_then(|literal| errors.handle(amount(&literal)));
    let burst = attr.burst.and_then(|literal| errors.handle(count(&literal)));
    RetryRate {
        qps: qps.unwrap_or(Said { value: QPS, span: attr.key, written: false }),
        burst: burst.unwrap_or(Said { value: BURST, span: attr.key, written: false }),
    }
}

fn said(literal: Option<LitStr>, errors: &mut Errors) -> Option<Said<Duration>> {
    let literal = literal?;
    let value = errors.handle(duration(&literal))?;
    Some(written(value, literal.span()))
}

/// `500ms`, `30s`, `5m`, `1h`, or several of them in a row.
pub fn duration(literal: &LitStr) -> Result<Duration> {
    let written = literal.value();
    let wrong =
        || error(literal, format!("`{written}` is no duration: write it like `500ms`, `30s`, `5m`, `1h30m`"));
    let mut rest = written.as_str();
    let mut total = Duration::ZERO;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
        let number: u64 = rest[..digits].parse().map_err(|_| wrong())?;
        let behind = &rest[digits..];
        let letters = behind.find(|c: char| c.is_ascii_digit()).unwrap_or(behind.len());
        let milliseconds = match &behind[..letters] {
            "ms" => 1,
            "s" => 1000,
            "m" => 60_000,
            "h" => 3_600_000,
            _ => return Err(wrong()),
        };
        let part = number.checked_mul(milliseconds).ok_or_else(wrong)?;
        total = total.checked_add(Duration::from_millis(part)).ok_or_else(wrong)?;
        rest = &behind[letters..];
    }
    if !total.is_zero() {
        Ok(total)
    } else if written.is_empty() {
        Err(error(literal, "this takes a duration: write it like `500ms`, `30s`, `5m`, `1h30m`"))
    } else {
        Err(error(literal, format!("`{written}` is no time at all: write at least `1ms`")))
    }
}

fn count(literal: &LitInt) -> Result<Said<u32>> {
    let value = literal.base10_parse().map_err(|_| {
        let text = match literal.base10_digits().starts_with('-') {
            true => "it is at least 1".to_owned(),
            false => format!("it is at most {}", u32::MAX),
        };
        error(literal, format!("`{literal}` is out of range: {text}"))
    })?;
    Ok(written(value, literal.span()))
}

fn amount(literal: &Lit) -> Result<Said<f64>> {
    let parsed: Option<f64> = match literal {
        Lit::Int(number) => number.base10_parse().ok(),
        Lit::Float(number) => number.base10_parse().ok(),
        _ => None,
    };
    let value = parsed
        .filter(|value| value.is_finite())
        .ok_or_else(|| error(literal, "`qps` takes a finite number: `qps = 10`"))?;
    Ok(written(value, literal.span()))
}

fn written<T>(value: T, span: Span) -> Said<T> {
    Said { value, span, written: true }
}
