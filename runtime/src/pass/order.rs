//! `depends_on`: which children are made first, and which of them wait.
//!
//! What waits is a new wish: a child that does not exist, or that is to change. What was applied once is kept as it was
//! also while something that it depends on is not ready.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    sync::Arc,
};

use futures::future::join_all;

use super::{Engine, children::One, kin::belongs, plan::Planned};
use crate::{
    cache::Cache,
    declare::{Declaration, Owned},
    object::{Kind, Object, ObjectKey},
    readiness,
};

/// What an entry waits for.
pub(super) struct Lack {
    dependency: String,
    text: String,
}

/// A child that waits, in words.
pub(super) struct Held(String);

impl Held {
    pub(super) fn by(child: &Planned, lack: &Lack) -> Self {
        Self(format!("{}: waits for {}: {}", name(child), lack.dependency, lack.text))
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The entries by steps: those of one step depend on none but those of the steps before. Entries of a circle, which
/// the macros refuse, come last.
pub(super) fn steps(owns: &[Owned]) -> Vec<Vec<usize>> {
    let mut left: Vec<usize> = (0..owns.len()).collect();
    let mut steps = Vec::new();
    while !left.is_empty() {
        let waits = |entry: &usize| owns[*entry].depends_on.iter().any(|other| left.contains(other));
        let (later, step): (Vec<_>, Vec<_>) = left.iter().copied().partition(waits);
        if step.is_empty() {
            steps.push(later);
            break;
        }
        steps.push(step);
        left = later;
    }
    steps
}

impl Engine {
    /// Makes all children, those of one step at once.
    pub(super) async fn make_in_order<'p>(
        &self,
        owner: &Object,
        planned: &'p [Planned],
    ) -> Vec<(&'p Planned, One)> {
        let mut results = Vec::with_capacity(planned.len());
        let mut unmade = HashSet::new();
        for step in steps(self.declaration.owns) {
            let lacks: HashMap<usize, Option<Lack>> =
                step.into_iter().map(|entry| (entry, self.lack(owner, entry, planned, &unmade))).collect();
            let step: Vec<_> =
                planned.iter().filter_map(|child| Some((child, lacks.get(&child.entry)?))).collect();
            let made =
                join_all(step.iter().map(|(child, lack)| self.make_one(owner, child, lack.as_ref()))).await;
            let open = step.iter().zip(&made).filter(|(_, one)| !matches!(one, One::Done));
            unmade.extend(open.map(|((child, _), _)| (&child.kind, &child.key)));
            results.extend(step.into_iter().map(|(child, _)| child).zip(made));
        }
        results
    }

    /// What an entry waits for: the first wanted child, of those entries that it depends on, which is not ready. An entry
    /// that has none is ready.
    fn lack(
        &self,
        owner: &Object,
        entry: usize,
        planned: &[Planned],
        unmade: &HashSet<(&Kind, &ObjectKey)>,
    ) -> Option<Lack> {
        let entries = self.declaration.owns[entry].depends_on;
        let mut dependencies = planned.iter().filter(|child| entries.contains(&child.entry));
        dependencies.find_map(|child| {
            let text = self.lacks(owner, child, unmade.contains(&(&child.kind, &child.key)))?;
            Some(Lack { dependency: name(child), text })
        })
    }

    fn lacks(&self, owner: &Object, child: &Planned, unmade: bool) -> Option<String> {
        let live = match wanted_child(self.declaration, &self.hub.owned[child.entry], &child.key, owner) {
            Ok(live) => live,
            Err(lacks) => return Some(lacks.to_owned()),
        };
        let ready = readiness::of(&child.kind, &live.value());
        match ready.waiting_for() {
            // It may be ready as it was before, but it is to be another one.
            None if unmade => Some("has not been changed as wanted yet".to_owned()),
            lacks => lacks.map(str::to_owned),
        }
    }
}

/// A child that is wanted, or why there is none that is the owner's.
pub(super) fn wanted_child(
    declaration: &Declaration,
    cache: &Cache,
    key: &ObjectKey,
    owner: &Object,
) -> Result<Arc<Object>, &'static str> {
    let child = cache.get(key).ok_or("does not exist yet")?;
    // One of an earlier owner of the same name is ready or not, but it is not ours.
    if belongs(declaration, owner, &child) {
        Ok(child)
    } else {
        Err("another one of this name has to go first")
    }
}

fn name(child: &Planned) -> String {
    format!("{} {}", child.kind, child.key.name)
}

#[cfg(test)]
mod tests {
    use k8s_openapi::api::core::v1::ConfigMap;

    use super::*;
    use crate::declare::Arity;

    fn entries(depends_on: &[&'static [usize]]) -> Vec<Owned> {
        let entry = |depends_on| Owned { depends_on, ..Owned::new("e", Arity::One, Kind::of::<ConfigMap>) };
        depends_on.iter().copied().map(entry).collect()
    }

    #[test]
    fn an_entry_comes_in_the_step_after_its_last_dependency() {
        assert_eq!(steps(&[]), Vec::<Vec<usize>>::new());
        assert_eq!(steps(&entries(&[&[], &[]])), [vec![0, 1]]);
        assert_eq!(steps(&entries(&[&[2], &[], &[1], &[0, 1]])), [vec![1], vec![2], vec![0], vec![3]]);
    }

    #[test]
    fn a_circle_ends() {
        assert_eq!(steps(&entries(&[&[1], &[0], &[]])), [vec![2], vec![0, 1]]);
        assert_eq!(steps(&entries(&[&[0]])), [vec![0]]);
        assert_eq!(steps(&entries(&[&[7]])), [vec![0]]);
    }
}
