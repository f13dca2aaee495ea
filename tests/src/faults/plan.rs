//! Who decides what becomes of a request.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use fastrand::Rng;
use tokio::sync::watch;

use super::{asked::Asked, fault::Fault};

/// Decides what becomes of each request.
pub trait Plan: Send + Sync + 'static {
    /// The fault that this request meets, if any.
    fn fault(&self, asked: &Asked) -> Option<Fault>;
}

impl<F: Fn(&Asked) -> Option<Fault> + Send + Sync + 'static> Plan for F {
    fn fault(&self, asked: &Asked) -> Option<Fault> {
        self(asked)
    }
}

/// Everything works.
#[derive(Clone, Copy, Debug)]
pub struct NoFaults;

impl Plan for NoFaults {
    fn fault(&self, _: &Asked) -> Option<Fault> {
        None
    }
}

/// Faults by chance.
///
/// What becomes of a request hangs on the seed, on what it asks for and on how often that was asked before, and on
/// nothing else: the second status write of `app-7` meets the same fault in every run, whatever ran beside it.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    /// Which run.
    pub seed: u64,
    /// How many of a hundred requests meet a fault.
    pub percent: u8,
    /// Which faults.
    pub mix: Mix,
}

/// Which faults there are to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mix {
    /// All of them.
    All,
    /// Those of which a client hears at once, so that a run is short.
    Quick,
}

impl Plan for Random {
    fn fault(&self, asked: &Asked) -> Option<Fault> {
        let mut hasher = DefaultHasher::new();
        (self.seed, asked.like(), asked.time).hash(&mut hasher);
        let mut rng = Rng::with_seed(hasher.finish());
        // Lists and watches are few, and matter most.
        let percent = if asked.is_list_or_watch() { self.percent.saturating_mul(3) } else { self.percent };
        if rng.u8(..100) >= percent {
            return None;
        }
        let mut choices = vec![
            Fault::Delay(Duration::from_millis(rng.u64(5..400))),
            Fault::Refuse(429, Some(1)),
            Fault::Refuse(429, None),
            Fault::Refuse(500, None),
            Fault::Refuse(503, None),
            Fault::Refuse(403, None),
            Fault::Refuse(401, None),
            Fault::Unsent,
            Fault::Cut(0),
        ];
        match asked.verb {
            // The pieces of a watch are its events.
            "watch" => {
                choices.extend([1, 2, 3, 5].map(|most| Fault::Cut(rng.usize(..=most))));
                choices.extend([Fault::Expired, Fault::Expired, Fault::Refuse(404, None)]);
                choices.extend([Fault::OldEvent, Fault::OldEvent, Fault::OldEvent]);
            }
            "list" => {
                choices.extend([Fault::OldList, Fault::OldList, Fault::Refuse(404, None)]);
                choices.extend([Fault::Refuse(410, None), Fault::Cut(rng.usize(..5))]);
            }
            "get" => choices.push(Fault::Refuse(404, None)),
            // The answer that is lost is the fault that matters most.
            _ => choices.extend([
                Fault::AnswerLost,
                Fault::AnswerLost,
                Fault::AnswerLost,
                Fault::Refuse(409, None),
                Fault::Refuse(404, None),
            ]),
        }
        if self.mix == Mix::All {
            match asked.verb {
                "watch" | "list" => choices.push(Fault::Mute(rng.usize(..4))),
                // Each holds one of the few workers up until it gives up: many of them, and nothing else would be seen.
                _ if rng.u8(..4) == 0 => choices.push(Fault::Silent),
                _ => {}
            }
        }
        Some(choices.swap_remove(rng.usize(..choices.len())))
    }
}

/// The operator is killed with its `n`-th request, of those that are neither lists nor watches: no later one reaches the
/// server.
#[derive(Debug)]
pub struct Killed {
    n: u64,
    lost: bool,
    count: AtomicU64,
    dead: watch::Sender<bool>,
}

impl Killed {
    /// At request `n`, from 1: not sent, or, if `lost`, done by the server without an answer.
    pub fn at(n: u64, lost: bool) -> Self {
        Self { n, lost, count: AtomicU64::new(0), dead: watch::Sender::new(false) }
    }

    /// Turns true with the kill.
    pub fn dead(&self) -> watch::Receiver<bool> {
        self.dead.subscribe()
    }
}

impl Plan for Killed {
    fn fault(&self, asked: &Asked) -> Option<Fault> {
        if *self.dead.borrow() {
            return Some(Fault::Unsent);
        }
        if asked.is_list_or_watch() || self.count.fetch_add(1, Ordering::SeqCst) + 1 < self.n {
            return None;
        }
        self.dead.send_replace(true);
        Some(if self.lost { Fault::AnswerLost } else { Fault::Unsent })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(time: u64, number: u64) -> Asked {
        let uri = "/apis/apps/v1/namespaces/a/deployments/web".parse().unwrap();
        Asked { time, number, ..Asked::read(&http::Method::PATCH, &uri) }
    }

    #[test]
    fn a_seed_gives_the_same_faults_whatever_runs_beside() {
        let plan = |seed| Random { seed, percent: 30, mix: Mix::All };
        let run = |seed, numbers: u64| -> Vec<_> {
            (0..1000).map(|time| plan(seed).fault(&asked(time, time * numbers))).collect()
        };
        assert_eq!(run(1, 1), run(1, 7));
        assert_ne!(run(1, 1), run(2, 1));
        let met = run(1, 1).into_iter().flatten().count();
        assert!((200..400).contains(&met), "{met} of 1000 met a fault");
    }

    #[test]
    fn after_its_death_nothing_is_sent() {
        let killed = Killed::at(2, true);
        let met: Vec<_> = (0..4).map(|number| killed.fault(&asked(1, number))).collect();
        assert_eq!(met, [None, Some(Fault::AnswerLost), Some(Fault::Unsent), Some(Fault::Unsent)]);
    }
}
