//! MyApp's operator under load: many objects at once, an idle minute, a restart; what each costs.
//!
//! `cargo run --release -p kubewright-tests --bin load -- --objects 1000`
//!
//! Starts a control plane and the operator's program, both its own. Exits with 1 when a rule is broken: all objects
//! become ready, an idle operator sends nothing but its watches, a restart writes and re-reads nothing, and the costs
//! are not above those of controller-runtime for the same operator. The last line is one JSON object.

mod limits;
mod objects;
mod phases;
mod progress;
mod report;

use std::{error::Error, process::ExitCode};

use clap::Parser;

/// What anything here fails with: told to a person and never matched on.
type Failure = Box<dyn Error + Send + Sync>;

/// MyApp's operator under load, on a control plane of its own.
#[derive(Parser)]
struct Arguments {
    /// How many MyApps
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    objects: u32,
    /// How many namespaces they are in
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100))]
    namespaces: u32,
    /// How many are created at a time
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=256))]
    clients: u32,
    /// How long the operator is watched while nothing changes, in seconds
    #[arg(long, default_value_t = 60)]
    idle: u64,
    /// Give up when not all objects are ready after so many seconds
    #[arg(long, default_value_t = 1800)]
    patience: u64,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match phases::run(&arguments).await {
        Ok(report) => {
            let broken = report.broken();
            report.print(&broken);
            if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
