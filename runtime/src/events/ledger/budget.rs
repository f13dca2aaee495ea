//! How many different events one object may cause, as client-go's `EventSourceObjectSpamFilter` has it: 25 at once, and
//! one more every five minutes. A note that holds a number or a time makes every event another one.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

const BURST: u32 = 25;
const REFILL: Duration = Duration::from_secs(300);
/// Objects that are remembered. Those that may say everything again are forgotten first.
const REMEMBERED: usize = 4096;

#[derive(Debug, Default)]
pub(super) struct Budgets(HashMap<String, Budget>);

#[derive(Debug)]
struct Budget {
    left: u32,
    /// Since when `left` has been so.
    since: Instant,
}

impl Budget {
    fn refill(&mut self, now: Instant) {
        let gained = now.saturating_duration_since(self.since).as_secs() / REFILL.as_secs();
        let gained = u32::try_from(gained).unwrap_or(BURST).min(BURST);
        self.since += REFILL * gained;
        self.left = (self.left + gained).min(BURST);
        if self.left == BURST {
            self.since = now;
        }
    }
}

impl Budgets {
    /// Whether the object with this uid may say something new.
    pub(super) fn take(&mut self, uid: &str, now: Instant) -> bool {
        if self.0.len() >= REMEMBERED && !self.0.contains_key(uid) {
            self.0.retain(|_, budget| {
                budget.refill(now);
                budget.left < BURST
            });
            if self.0.len() >= REMEMBERED {
                // So many objects are noisy at once that the queue alone has to hold them.
                self.0.clear();
            }
        }
        let budget = self.0.entry(uid.to_owned()).or_insert(Budget { left: BURST, since: now });
        budget.refill(now);
        let may = budget.left > 0;
        budget.left = budget.left.saturating_sub(1);
        may
    }
}
