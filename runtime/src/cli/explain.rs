//! `explain`: what an operator touches, and why.

use std::io::{Write, stdout};

use clap::{Args, ValueEnum};

use super::{Entry, Failure};

#[derive(Args)]
pub(super) struct Arguments {
    /// How to write it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs: a list with one versioned object for each operator.
    Json,
}

pub(super) fn print(arguments: &Arguments, operators: &[Entry]) -> Result<(), Failure> {
    let explained = operators.iter().map(|entry| (entry.explain)()).collect::<Result<Vec<_>, _>>()?;
    let text = match arguments.format {
        Format::Text => explained.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        Format::Json => serde_json::to_string_pretty(&explained)? + "\n",
    };
    Ok(stdout().write_all(text.as_bytes())?)
}
