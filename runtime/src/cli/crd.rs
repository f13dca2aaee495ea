//! `crd`: the CustomResourceDefinition of each operator.

use std::io::{Write, stdout};

use clap::{Args, ValueEnum};

use super::{Entry, Failure};
use crate::declare;

#[derive(Args)]
pub(super) struct Arguments {
    /// How to write it.
    #[arg(long, value_enum, default_value_t = Format::Yaml)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// One document for each kind.
    Yaml,
    /// One object, or a List of several.
    Json,
}

pub(super) fn print(arguments: &Arguments, operators: &[Entry]) -> Result<(), Failure> {
    let crds: Vec<_> = operators.iter().map(|entry| (entry.crd)()).collect();
    let format = match arguments.format {
        Format::Yaml => declare::Format::Yaml,
        Format::Json => declare::Format::Json,
    };
    Ok(stdout().write_all(declare::text(&crds, format)?.as_bytes())?)
}
