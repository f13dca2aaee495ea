//! The rules of the queue once more, as plainly as possible: lists that are searched from end to end, no slots, no
//! lanes, no timer set. Time is counted from the start.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::queue::lanes::LIVE_IN_A_ROW;
use crate::queue::{Backoff, DEBOUNCE_LIMIT, Priority};

pub(super) type Name = u8;

#[derive(Debug, Clone)]
pub(super) struct Rules {
    pub(super) concurrency: usize,
    pub(super) debounce: Option<Duration>,
    pub(super) backoff: Backoff,
    /// Whole retries per second, and the burst.
    pub(super) rate: Option<(u32, u32)>,
}

#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) running: Option<Priority>,
    pub(super) wanted: Option<Wanted>,
    pub(super) delay: Option<Delay>,
    pub(super) settling: Option<Settling>,
    pub(super) failures: u32,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    pub(super) priority: Priority,
    pub(super) since: Duration,
    /// Place in its line; equal for keys whose time came together.
    place: u64,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Delay {
    due: Duration,
    priority: Priority,
    token: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Settling {
    first: Duration,
    due: Duration,
    priority: Priority,
}

#[derive(Debug)]
pub(super) struct Naive {
    rules: Rules,
    now: Duration,
    pub(super) keys: BTreeMap<Name, Known>,
    /// Every start: its line, and whether a background key waited meanwhile.
    starts: Vec<(Priority, bool)>,
    /// In billionths of a token, so that all is whole numbers.
    tokens: i128,
    last_place: u64,
    shut_down: bool,
    pub(super) adds: u64,
}

const TOKEN: i128 = 1_000_000_000;

impl Known {
    pub(super) fn due(&self) -> Option<Duration> {
        let delay = self.delay.map(|delay| delay.due);
        let settling = self.settling.map(|settling| settling.due);
        match (delay, settling) {
            (Some(delay), Some(settling)) => Some(delay.min(settling)),
            (delay, settling) => delay.or(settling),
        }
    }

    pub(super) fn in_line(&self) -> Option<Wanted> {
        if self.running.is_some() { None } else { self.wanted }
    }
}

impl Naive {
    pub(super) fn new(rules: Rules) -> Self {
        let burst = rules.rate.map_or(0, |(_, burst)| burst);
        Self {
            rules,
            now: Duration::ZERO,
            keys: BTreeMap::new(),
            starts: Vec::new(),
            tokens: i128::from(burst) * TOKEN,
            last_place: 0,
            shut_down: false,
            adds: 0,
        }
    }

    pub(super) fn advance(&mut self, by: Duration) {
        let until = self.now + by;
        while let Some(due) = self.keys.values().filter_map(Known::due).min().filter(|due| *due <= until) {
            self.last_place += 1;
            let together: Vec<_> =
                self.keys.iter().filter(|(_, key)| key.due() == Some(due)).map(|(name, _)| *name).collect();
            for name in together {
                let key = &self.keys[&name];
                let priorities =
                    [key.delay.map(|delay| delay.priority), key.settling.map(|settling| settling.priority)];
                // An absent one is less than any.
                let priority = priorities.into_iter().max().flatten().unwrap();
                self.want(name, due, priority, self.last_place);
            }
        }
        if let Some((qps, _)) = self.rules.rate {
            self.earn(by.as_nanos() as i128 * i128::from(qps));
        }
        self.now = until;
    }

    /// Nothing that waits starts any more, and nothing new is taken.
    pub(super) fn shut_down(&mut self) {
        self.shut_down = true;
        for key in self.keys.values_mut() {
            (key.wanted, key.delay, key.settling) = (None, None, None);
        }
    }

    pub(super) fn is_shut_down(&self) -> bool {
        self.shut_down
    }

    pub(super) fn add(&mut self, name: Name, priority: Priority) {
        if self.shut_down {
            return;
        }
        let now = self.now;
        let key = self.keys.entry(name).or_default();
        // Background adds open no window, but do not end one either.
        let debounced = priority == Priority::Live || key.settling.is_some();
        match self.rules.debounce {
            Some(quiet) if key.wanted.is_none() && debounced => {
                let (first, priority) = match key.settling {
                    Some(old) => (old.first, old.priority.max(priority)),
                    None => (now, priority),
                };
                let due = Ord::min(now + quiet, first + quiet * DEBOUNCE_LIMIT);
                key.settling = Some(Settling { first, due, priority });
            }
            _ => self.want_next(name, priority),
        }
    }

    /// Goes on with the delay that the queue chose.
    pub(super) fn resync(&mut self, name: Name, chosen: Duration) {
        self.start_after(name, chosen, Priority::Background, false);
    }

    pub(super) fn add_after(&mut self, name: Name, delay: Duration) {
        let running = self.keys.get(&name).and_then(|key| key.running);
        self.start_after(name, delay, running.unwrap_or(Priority::Live), false);
    }

    fn start_after(&mut self, name: Name, delay: Duration, priority: Priority, token: bool) {
        if self.shut_down {
            return;
        }
        let key = self.keys.entry(name).or_default();
        if key.wanted.is_some() {
            return;
        }
        if delay.is_zero() {
            return self.want_next(name, priority);
        }
        let new = Delay { due: self.now + delay, priority, token };
        key.delay = Some(key.delay.map_or(new, |old| Delay {
            due: old.due.min(new.due),
            priority: old.priority.max(new.priority),
            token: old.token || new.token,
        }));
    }

    /// Checks the delay that the queue chose, and goes on with it.
    pub(super) fn retry(&mut self, name: Name, chosen: Duration) {
        if self.shut_down {
            return;
        }
        let key = self.keys.entry(name).or_default();
        key.failures += 1;
        let doubled = self.rules.backoff.base.as_millis() << (key.failures - 1).min(60);
        let least = doubled.min(self.rules.backoff.max.as_millis()) as f64 / 1000.0;
        let mut turn = 0.0;
        let planned = key.wanted.is_none();
        if planned && let Some((qps, _)) = self.rules.rate {
            let held = key.delay.as_mut().is_some_and(|delay| std::mem::take(&mut delay.token));
            self.earn(if held { TOKEN } else { 0 });
            self.tokens -= TOKEN;
            turn = (-self.tokens).max(0) as f64 / 1e9 / f64::from(qps);
        }
        let (low, high) = (least.max(turn) - 1e-6, (least * 1.1).max(turn) + 1e-6);
        assert!(
            (low..=high).contains(&chosen.as_secs_f64()),
            "retry of {name} in {chosen:?}: {low} to {high} s"
        );
        if planned {
            self.start_after(name, chosen, Priority::Background, self.rules.rate.is_some());
        }
    }

    pub(super) fn forget(&mut self, name: Name) {
        self.keys.entry(name).or_default().failures = 0;
    }

    /// The keys of which one starts now, if any does.
    pub(super) fn next(&self) -> Vec<Name> {
        if self.keys.values().filter(|key| key.running.is_some()).count() >= self.rules.concurrency {
            return Vec::new();
        }
        let turn_of_background = {
            let last: Vec<_> = self.starts.iter().rev().take(LIVE_IN_A_ROW as usize).collect();
            last.len() == LIVE_IN_A_ROW as usize && last.iter().all(|start| **start == (Priority::Live, true))
        };
        let mut lines = [self.line(Priority::Live), self.line(Priority::Background)];
        if turn_of_background {
            lines.reverse();
        }
        let line = lines.into_iter().find(|line| !line.is_empty()).unwrap_or_default();
        let first = line.iter().map(|(place, _)| *place).min();
        line.into_iter().filter(|(place, _)| Some(*place) == first).map(|(_, name)| name).collect()
    }

    /// Starts a key; gives its line, its failures and how long it waited.
    pub(super) fn start(&mut self, name: Name) -> (Priority, u32, Duration) {
        let now = self.now;
        let key = self.keys.get_mut(&name).unwrap();
        let wanted = key.wanted.take().unwrap();
        assert!(key.running.replace(wanted.priority).is_none(), "{name} has two claims");
        let answer = (wanted.priority, key.failures, now - wanted.since);
        self.starts.push((wanted.priority, !self.line(Priority::Background).is_empty()));
        answer
    }

    pub(super) fn end(&mut self, name: Name) {
        self.last_place += 1;
        let key = self.keys.get_mut(&name).unwrap();
        assert!(key.running.take().is_some());
        if let Some(wanted) = &mut key.wanted {
            wanted.place = self.last_place;
        }
    }

    fn line(&self, priority: Priority) -> Vec<(u64, Name)> {
        let line = self.keys.iter().filter_map(|(name, key)| Some((*name, key.in_line()?)));
        line.filter(|(_, wanted)| wanted.priority == priority)
            .map(|(name, wanted)| (wanted.place, name))
            .collect()
    }

    fn want_next(&mut self, name: Name, priority: Priority) {
        self.last_place += 1;
        self.want(name, self.now, priority, self.last_place);
    }

    fn want(&mut self, name: Name, since: Duration, priority: Priority, place: u64) {
        let key = self.keys.get_mut(&name).unwrap();
        key.settling = None;
        let unused = key.delay.take().is_some_and(|delay| delay.token && delay.due > since);
        match &mut key.wanted {
            Some(wanted) if wanted.priority < priority => (wanted.priority, wanted.place) = (priority, place),
            Some(_) => {}
            None => {
                key.wanted = Some(Wanted { priority, since, place });
                self.adds += 1;
            }
        }
        self.earn(if unused { TOKEN } else { 0 });
    }

    fn earn(&mut self, tokens: i128) {
        let burst = self.rules.rate.map_or(0, |(_, burst)| burst);
        self.tokens = (self.tokens + tokens).min(i128::from(burst) * TOKEN);
    }
}
