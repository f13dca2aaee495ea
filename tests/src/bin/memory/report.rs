//! What came of a run: a table for people, one line of JSON for programs.

use std::{fmt, process::ExitCode, str::FromStr};

use serde_json::{Map, json};

use crate::Failure;

/// Resident memory of one process, in bytes.
#[derive(Clone, Copy)]
pub(crate) struct Figures {
    /// The most until the first list was there.
    pub(crate) first: u64,
    /// At rest after the first list.
    pub(crate) steady: u64,
    /// The most during a second list, of the same objects.
    pub(crate) same: u64,
    /// The most during a third list, in which every object is another version.
    pub(crate) changed: u64,
    /// At rest after that.
    pub(crate) after: u64,
}

/// One of these.
type Figure = fn(&Figures) -> u64;

/// One cache.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// Without any object.
    pub(crate) empty: Figures,
    /// With all of them.
    pub(crate) full: Figures,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {} {}", self.first, self.steady, self.same, self.changed, self.after)
    }
}

impl FromStr for Figures {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        let numbers: Vec<u64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let [first, steady, same, changed, after] = numbers[..] else {
            return Err(format!("five numbers were to be printed, not {text:?}").into());
        };
        Ok(Self { first, steady, same, changed, after })
    }
}

impl Row {
    fn is_ours(&self) -> bool {
        self.name.starts_with("ours")
    }

    /// Bytes for each object, by one of the figures.
    fn each(&self, objects: u32, figure: Figure) -> u64 {
        figure(&self.full).saturating_sub(figure(&self.empty)) / u64::from(objects)
    }
}

/// Prints the table, and the JSON object as the last line. Fails where a peer needs less than one of ours.
pub(crate) fn print(rows: &[Row], objects: u32) -> ExitCode {
    let figures: [(&str, Figure); 5] = [
        ("steady", |figures| figures.steady),
        ("first", |figures| figures.first),
        ("same", |figures| figures.same),
        ("changed", |figures| figures.changed),
        ("after", |figures| figures.after),
    ];
    println!("bytes for each of {objects} objects: at rest, and at the most during each list");
    println!(
        "{:<37}{:>10}{:>12}{:>12}{:>13}{:>10}{:>12}",
        "", "at rest", "first list", "same again", "all changed", "at rest", "empty, MiB"
    );
    let mut lines = Map::new();
    for row in rows {
        let [steady, first, same, changed, after] = figures.map(|(_, figure)| row.each(objects, figure));
        let empty = row.empty.steady as f64 / 1_048_576.0;
        println!("{:<37}{steady:>10}{first:>12}{same:>12}{changed:>13}{after:>10}{empty:>12.1}", row.name);
        let line = figures.map(|(name, figure)| (name.to_owned(), json!(row.each(objects, figure))));
        lines.insert(row.name.to_owned(), Map::from_iter(line).into());
    }
    let most = |ours: bool, pick: fn(u64, u64) -> u64, figure: fn(&Figures) -> u64| {
        let all = rows.iter().filter(|row| row.is_ours() == ours).map(|row| row.each(objects, figure));
        all.reduce(pick).unwrap_or_default()
    };
    let broken =
        figures.iter().filter(|(_, figure)| most(true, u64::max, *figure) > most(false, u64::min, *figure));
    let broken: Vec<&str> = broken.map(|(name, _)| *name).collect();
    for name in &broken {
        println!("BROKEN: {name}: a peer needs less");
    }
    println!("{}", json!({ "objects": objects, "bytesPerObject": lines, "broken": broken }));
    if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
