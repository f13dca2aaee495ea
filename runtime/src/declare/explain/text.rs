//! The explanation as a tree for people.

use std::fmt;

use super::{ExplainedKind, ExplainedOwned, Explanation, wakes};
use crate::declare::Arity;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scope = if self.kind.namespaced { "namespaced" } else { "cluster-scoped" };
        writeln!(f, "{} ({scope}), served by {}", self.kind, self.name)?;
        for line in self.description.lines() {
            writeln!(f, "{line}")?;
        }
        let branches = self.branches();
        for (index, (title, leaves)) in branches.iter().enumerate() {
            let last = index + 1 == branches.len();
            writeln!(f, "{} {title}", if last { "└─" } else { "├─" })?;
            for (index, leaf) in leaves.iter().enumerate() {
                let stem = if last { "  " } else { "│ " };
                let knee = if index + 1 == leaves.len() { "└─" } else { "├─" };
                writeln!(f, "{stem} {knee} {leaf}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for ExplainedKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.group.is_empty() {
            write!(f, "{}.{}", self.kind, self.version)
        } else {
            write!(f, "{}.{}/{}", self.kind, self.group, self.version)
        }
    }
}

impl fmt::Display for ExplainedOwned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = match self.arity {
            Arity::One => "one",
            Arity::Optional => "one or none",
            Arity::Many => "any number",
        };
        write!(f, "{}: {}, {count}", self.entry, self.kind)?;
        match &self.child_name {
            Some(name) => write!(f, ", named {name}")?,
            None => f.write_str(", each named by the operator")?,
        }
        if !self.depends_on.is_empty() {
            write!(f, ", after {}", self.depends_on.join(", "))?;
        }
        if !self.shared.is_empty() {
            write!(f, ", sharing {}", self.shared.join(", "))?;
        }
        if !self.on_immutable.is_empty() {
            write!(f, ", on an immutable field: {}", self.on_immutable)?;
        }
        let said =
            [(self.adopt, ", adopted if nobody's"), (self.retain, ", kept"), (self.if_served, ", if served")];
        said.into_iter().filter(|(so, _)| *so).try_for_each(|(_, text)| f.write_str(text))
    }
}

impl Explanation {
    /// The branches of the tree that have something to say.
    fn branches(&self) -> Vec<(String, Vec<String>)> {
        let owns = self.owns.iter().map(ToString::to_string).collect();
        let watches = self.watches.iter().map(|watched| {
            let whom =
                if watched.mapped { "the objects that a function names" } else { "the objects that read it" };
            let which =
                if watched.labels.is_empty() { String::new() } else { format!(" where {}", watched.labels) };
            let what = match (&*watched.on, watched.asked) {
                ([], false) => "a change runs".to_owned(),
                ([], true) => "a change runs, if a function agrees,".to_owned(),
                (on, asked) => format!("{}{} run", wakes::changes(on, asked), if asked { "," } else { "" }),
            };
            let metadata = if watched.metadata_only { "metadata of " } else { "" };
            format!("{metadata}{}{which}: {what} {whom}", watched.kind)
        });
        let reads = self.reads.iter().map(|read| {
            format!("{}, {}", read.kind, if read.live { "from the server each time" } else { "from a cache" })
        });
        [
            ("owns", owns),
            ("watches", watches.collect()),
            ("reads", reads.collect()),
            ("writes", self.writes()),
            ("conditions", self.conditions.clone()),
            ("finalizer", self.finalizer.iter().cloned().collect()),
            ("formerly", self.former.lines()),
            ("webhooks", self.webhooks.clone()),
            ("woken by", self.wakes.lines()),
            ("passes", self.passes.lines()),
        ]
        .into_iter()
        .filter(|(_, leaves): &(&str, Vec<String>)| !leaves.is_empty())
        .map(|(title, leaves)| (title.to_owned(), leaves))
        .collect()
    }

    /// What it sends to the server, each time only where something differs.
    fn writes(&self) -> Vec<String> {
        let own = &self.kind.plural;
        let mut writes: Vec<String> = Vec::new();
        if self.finalizer.is_some() {
            writes.push(format!("{own}: the finalizer"));
        }
        if !self.conditions.is_empty() {
            writes.push(format!("{own}/status: server-side apply as {}", self.name));
        }
        let mut children: Vec<&str> = self.owns.iter().map(|owned| owned.kind.plural.as_str()).collect();
        children.sort_unstable();
        children.dedup();
        writes.extend(children.iter().map(|plural| {
            let deletes = self.owns.iter().any(|owned| owned.kind.plural == *plural && !owned.retain);
            let delete = if deletes { ", delete" } else { "" };
            format!("{plural}: server-side apply as {}{delete}", self.name)
        }));
        writes.extend(self.former.owns.iter().map(|kind| format!("{}: delete", kind.plural)));
        writes.push("events".to_owned());
        writes
    }
}
