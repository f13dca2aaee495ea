//! `crd`: the CustomResourceDefinition of each operator.

use std::io::{Write, stdout};

use clap::{Args, ValueEnum};

use super::{Entry, Failure};
use crate::declare;

#[derive(Args)]
pub(super) struct Arguments {
    /// How to write it.
    #[arg(long, value_enum, default_value_t = Format::Yaml)]
    pub(super) format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Format {
    /// One document for each operator.
    Yaml,
    /// One object, or a List of several.
    Json,
}

pub(super) fn print(arguments: &Arguments, operators: &[Entry]) -> Result<(), Failure> {
    let crds: Vec<_> = operators.iter().map(|entry| (entry.crd)()).collect();
    Ok(stdout().write_all(declare::text(&crds, arguments.format.into())?.as_bytes())?)
}

impl From<Format> for declare::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Yaml => Self::Yaml,
            Format::Json => Self::Json,
        }
    }
}
