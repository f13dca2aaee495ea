//! Own writes, foreign writes, events, lists and lost connections in random order.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    time::Duration,
};

use super::{
    model::{Event, Server, Thing},
    *,
};
use crate::cache::{Change, overlay::LIFETIME};

const NAMES: [&str; 3] = ["a", "b", "c"];

/// A server, a store, and whatever is on its way between them.
struct World {
    random: u64,
    clock: Instant,
    server: Server,
    store: Store,
    /// Answers of our own writes, in the order in which they were made.
    answers: VecDeque<(&'static str, Answer)>,
    /// Where the watch stands; `None` while there is none.
    watch: Option<u64>,
    list: Option<List>,
    /// What the passes of a subscriber have read last.
    believed: BTreeMap<String, Option<String>>,
    own: BTreeSet<u64>,
    step: u64,
    /// When somebody else last wrote an object, and when a change of it was last announced.
    foreign: BTreeMap<&'static str, u64>,
    announced: BTreeMap<String, u64>,
}

enum Answer {
    Written(Thing),
    Removed(Thing),
}

struct List {
    items: VecDeque<(&'static str, Thing)>,
    version: u64,
}

impl World {
    fn new(seed: u64) -> Self {
        Self {
            random: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            clock: now(),
            server: Server::new(),
            store: Store::new(ClusterId::default(), Selector::label("in", "scope"), [None]),
            answers: VecDeque::new(),
            watch: None,
            list: None,
            believed: BTreeMap::new(),
            own: BTreeSet::new(),
            step: 0,
            foreign: BTreeMap::new(),
            announced: BTreeMap::new(),
        }
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) % bound
    }

    fn name(&mut self) -> &'static str {
        NAMES[self.below(3) as usize]
    }

    fn step(&mut self) {
        self.step += 1;
        match self.below(20) {
            0..=4 => {
                let (name, what) = (self.name(), self.below(8));
                // An object that others have taken away needs no word if nobody was told that it was there.
                self.foreign.remove(name);
                if what == 0 {
                    self.server.delete(name);
                } else if self.server.write(name, what > 1).labelled {
                    self.foreign.insert(name, self.step);
                }
            }
            5..=7 => {
                let name = self.name();
                let answer = self.server.write(name, true);
                self.own.insert(answer.version);
                self.answers.push_back((name, Answer::Written(answer)));
            }
            8 => {
                let name = self.name();
                if let Some(gone) = self.server.delete(name) {
                    // What others wrote is gone with the object.
                    self.foreign.remove(name);
                    self.answers.push_back((name, Answer::Removed(gone)));
                }
            }
            9..=12 => self.answer(),
            13..=17 => self.watch_or_list(),
            18 => {
                // The connection is lost, or the list fails at a page.
                if self.below(3) == 0 {
                    (self.watch, self.list) = (None, None);
                }
            }
            _ => {
                let passed = self.below(20);
                self.clock += Duration::from_secs(passed);
                let changes = self.store.expire(self.clock);
                self.learn(changes);
            }
        }
    }

    fn answer(&mut self) {
        let Some((name, answer)) = self.answers.pop_front() else { return };
        match answer {
            Answer::Written(thing) => {
                self.store.wrote(thing.object(name), "me", self.clock);
            }
            Answer::Removed(thing) => {
                self.store.removed(&key(name), &format!("u{}", thing.uid), self.clock);
            }
        }
        self.read(name.to_owned());
    }

    /// A pass reads after its own write, and whenever a change is announced.
    fn read(&mut self, name: String) {
        let seen = view(&self.store, &name);
        self.believed.insert(name, (seen != "-").then_some(seen));
    }

    fn watch_or_list(&mut self) {
        let event = match (&mut self.list, self.watch) {
            (None, None) => {
                // The list is taken at some time after its beginning; what happens between is a matter of `step`.
                self.store.apply(&None, WatchEvent::Init);
                for _ in 0..self.below(4) {
                    self.answer();
                }
                self.list = Some(List { items: self.server.list().into(), version: self.server.version });
                return;
            }
            (Some(list), _) => match list.items.pop_front() {
                Some((name, thing)) => WatchEvent::InitApply(thing.item(name)),
                None => {
                    let version = list.version;
                    (self.list, self.watch) = (None, Some(version));
                    WatchEvent::InitDone(version.to_string())
                }
            },
            (None, Some(at)) => match self.server.next(at) {
                Some((version, event)) => {
                    self.watch = Some(version);
                    match event {
                        Event::Apply(name, thing) => WatchEvent::Apply(thing.item(name)),
                        Event::Delete(name, thing) => WatchEvent::Delete(thing.item(name)),
                    }
                }
                None => {
                    self.watch = Some(self.server.version);
                    WatchEvent::Bookmark(self.server.version.to_string())
                }
            },
        };
        let changes = self.store.apply(&None, event);
        self.learn(changes);
    }

    fn learn(&mut self, changes: Vec<Change>) {
        for change in changes {
            let name = change.key.name.to_string();
            let version = change.new.map(|object| object.meta().resource_version.clone());
            if change.echo.is_some() {
                let own =
                    version.and_then(|version| version.parse().ok()).is_some_and(|v| self.own.contains(&v));
                assert!(own, "{name}: a foreign change is no echo");
                continue;
            }
            self.announced.insert(name.clone(), self.step);
            self.read(name);
        }
    }

    fn come_to_rest(&mut self) {
        while !self.answers.is_empty() {
            self.answer();
        }
        while self.list.is_some() || self.watch != Some(self.server.version) {
            self.watch_or_list();
        }
    }

    fn check(&self, seed: u64) {
        for name in NAMES {
            let there = self.server.things.get(name).filter(|thing| thing.labelled);
            let truth = there.map(|thing| thing.version.to_string());
            let seen = Some(view(&self.store, name)).filter(|seen| seen != "-");
            assert_eq!(seen, truth, "seed {seed}: view of {name}");
            let believed = self.believed.get(name).cloned().flatten();
            assert_eq!(believed, truth, "seed {seed}: what was announced of {name}");
            if there.is_some()
                && let Some(foreign) = self.foreign.get(name)
            {
                let announced = self.announced.get(name).copied().unwrap_or_default();
                assert!(announced >= *foreign, "seed {seed}: a foreign write of {name} was lost");
            }
        }
        let listed: Vec<String> = self
            .store
            .list(None, &Selector::everything())
            .iter()
            .map(|object| object.meta().name.clone())
            .collect();
        let there: Vec<&str> = self.server.list().into_iter().map(|(name, _)| name).collect();
        assert_eq!(listed, there, "seed {seed}");
    }
}

#[test]
fn the_view_ends_as_the_server_and_nothing_is_lost() {
    for seed in 0..2_000 {
        let mut world = World::new(seed);
        for _ in 0..world.below(80) {
            world.step();
        }
        world.come_to_rest();
        world.check(seed);
        assert_eq!(world.store.next_expiry(), None, "seed {seed}: nothing is left over");
        world.clock += LIFETIME;
        assert!(world.store.expire(world.clock).is_empty());
    }
}
