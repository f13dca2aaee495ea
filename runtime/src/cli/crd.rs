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
    let crds =
        operators.iter().map(|entry| declare::manifest(&(entry.crd)())).collect::<Result<Vec<_>, _>>()?;
    let text = match (arguments.format, crds.as_slice()) {
        (Format::Yaml, crds) => {
            let documents: Result<Vec<_>, _> = crds.iter().map(serde_saphyr::to_string).collect();
            documents?.join("---\n")
        }
        (Format::Json, [one]) => serde_json::to_string_pretty(one)? + "\n",
        (Format::Json, many) => {
            let list = serde_json::json!({"apiVersion": "v1", "kind": "List", "items": many});
            serde_json::to_string_pretty(&list)? + "\n"
        }
    };
    Ok(stdout().write_all(text.as_bytes())?)
}
