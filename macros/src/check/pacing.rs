//! Rules of `concurrency`, `backoff(..)`, `retry_rate(..)`, `timeout`, `resync` and `debounce`.

use std::time::Duration;

use crate::{
    error::{Errors, error},
    model::{Pacing, Said},
};

const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// The longest time that the queue waits.
const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Passes at a time: more would only wait for each other at the API server, whose default is 400 reads and 200 writes.
const PASSES: u32 = 1000;

pub fn check(model: &Pacing, errors: &mut Errors) {
    check_concurrency(model, errors);
    check_backoff(model, errors);
    check_retry_rate(model, errors);
    check_timeout(model, errors);
    check_resync(model, errors);
    check_debounce(model, errors);
}

/// `concurrency = 0`, `concurrency = 100_000`.
fn check_concurrency(model: &Pacing, errors: &mut Errors) {
    let Some(Said { value, span, .. }) = model.concurrency else { return };
    if value == 0 {
        errors.push(error(&span, "with `concurrency = 0` nothing would ever run: at least 1"));
    } else if value > PASSES {
        let message = format!(
            "{value} passes at a time would wait for each other at the API server, which serves some hundred \
             requests at once: at most {PASSES}"
        );
        errors.push(error(&span, message));
    }
}

/// `backoff(base = "1h", max = "5s")`.
fn check_backoff(model: &Pacing, errors: &mut Errors) {
    let Some(backoff) = model.backoff else { return };
    let (base, max) = (backoff.base, backoff.max);
    if max.value > YEAR {
        errors.push(error(&max.span, too_long("max", max.value)));
    } else if base.value > max.value {
        let span = if base.written { base.span } else { max.span };
        let (unsaid_base, unsaid_max) = (unsaid(base), unsaid(max));
        let message = format!(
            "the first delay, `{}`{unsaid_base}, is longer than the longest, `{}`{unsaid_max}: `base` is at most `max`",
            shown(base.value),
            shown(max.value),
        );
        errors.push(error(&span, message));
    }
}

/// `retry_rate(qps = 0)`, `retry_rate(burst = 0)`.
fn check_retry_rate(model: &Pacing, errors: &mut Errors) {
    let Some(rate) = model.retry_rate else { return };
    if rate.qps.value <= 0.0 {
        let message = "`qps` is how many retries start in a second: more than 0, such as `10` or `0.5`";
        errors.push(error(&rate.qps.span, message));
    }
    if rate.burst.value == 0 {
        let message = "`burst` is how many retries may start at once after a quiet time: at least 1";
        errors.push(error(&rate.burst.span, message));
    }
}

/// `timeout = "5ms"`, `timeout = "100h"`.
fn check_timeout(model: &Pacing, errors: &mut Errors) {
    let Some(Said { value, span, .. }) = model.timeout else { return };
    if value < SECOND {
        let message = "a pass sends requests, and would be given up before they are answered: at least `1s`";
        errors.push(error(&span, message));
    } else if value > DAY {
        let message = "no other pass of the object begins while one runs: at most `24h`; for work that takes longer, \
                       begin it, and look again with `Action::requeue`";
        errors.push(error(&span, message));
    }
}

/// `resync = "10ms"`.
fn check_resync(model: &Pacing, errors: &mut Errors) {
    let Some(Said { value, span, .. }) = model.resync else { return };
    if value < SECOND {
        let message = "every object would run all the time: at least `1s`, and rather hours, because changes wake \
                       objects by themselves";
        errors.push(error(&span, message));
    } else if value > YEAR {
        errors.push(error(&span, too_long("resync", value)));
    }
}

/// `debounce = "5h"`.
fn check_debounce(model: &Pacing, errors: &mut Errors) {
    let Some(Said { value, span, .. }) = model.debounce else { return };
    if value > HOUR {
        let message = "no change would be looked at for so long: at most `1h`, and rather a second, which is enough for \
                       changes that come together";
        errors.push(error(&span, message));
    }
}

fn too_long(key: &str, value: Duration) -> String {
    format!("`{}` is longer than a year, which nothing waits for: `{key}` is at most `8760h`", shown(value))
}

fn unsaid(said: Said<Duration>) -> &'static str {
    if said.written { "" } else { " by default" }
}

/// As it could be written.
fn shown(duration: Duration) -> String {
    let (seconds, milliseconds) = (duration.as_secs(), duration.subsec_millis());
    let parts =
        [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s"), (milliseconds.into(), "ms")];
    let parts = parts.iter().filter(|(number, _)| *number > 0);
    parts.map(|(number, unit)| format!("{number}{unit}")).collect()
}
