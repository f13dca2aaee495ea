//! What a run came to.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// How much more memory than in its first third an operator may hold in its last: what an allocator keeps, not what
/// grows with every fault.
const GROWTH: f64 = 1.25;
/// The same in bytes, which matters where there is little.
const SLACK: u64 = 8 << 20;

/// The counts of one run.
pub(crate) struct Report {
    pub(crate) seed: u64,
    pub(crate) objects: usize,
    /// What users did, and how often.
    pub(crate) done: BTreeMap<&'static str, usize>,
    pub(crate) faults: usize,
    /// Requests other than watches.
    pub(crate) requests: usize,
    /// The most of them at once.
    pub(crate) at_once: usize,
    /// Seconds after the last fault until all was as wanted.
    pub(crate) healed: Option<u64>,
    /// What was still wrong then.
    pub(crate) wrong: Vec<String>,
    /// What was written after that.
    pub(crate) writes: u64,
    /// Memory of the operator over time, in bytes.
    pub(crate) memory: Vec<u64>,
    /// Whether it ended in order when it was told to.
    pub(crate) ended: bool,
}

impl Report {
    /// Whether everything is as it must be.
    pub(crate) fn is_good(&self) -> bool {
        self.wrong.is_empty() && self.writes == 0 && self.is_flat() && self.ended
    }

    /// The last line.
    pub(crate) fn line(&self) -> Value {
        let count = |what: &str| self.wrong.iter().filter(|wrong| wrong.ends_with(what)).count();
        let mebibytes = |bytes: u64| bytes >> 20;
        let (early, late) = self.thirds();
        json!({
            "good": self.is_good(),
            "seed": self.seed,
            "objects": self.objects,
            "done": self.done,
            "requests": self.requests,
            "mostRequestsAtOnce": self.at_once,
            "faults": self.faults,
            "healedAfterSeconds": self.healed,
            "wrong": self.wrong.len(),
            "lost": count("is lost"),
            "extra": count("is extra"),
            "writesOnceSettled": self.writes,
            "rssMiB": {"first": mebibytes(early), "last": mebibytes(late), "flat": self.is_flat()},
            "endedInOrder": self.ended,
        })
    }

    fn is_flat(&self) -> bool {
        let (early, late) = self.thirds();
        late <= (early as f64 * GROWTH) as u64 + SLACK
    }

    /// The most memory in the first third of the time, and the least in the last: what is held and not used again shows
    /// in every sample.
    fn thirds(&self) -> (u64, u64) {
        let third = self.memory.len().div_ceil(3);
        let early = self.memory.iter().take(third).max().copied().unwrap_or(0);
        let late = self.memory.iter().rev().take(third).min().copied().unwrap_or(0);
        (early, late)
    }
}
