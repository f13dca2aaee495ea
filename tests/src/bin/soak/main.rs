//! MyApp's operator among faults for a long time: users do things at random, and requests fail at random.
//!
//! `cargo run --release -p kubewright-tests --bin soak -- --minutes 10 --objects 200 --seed 1`
//!
//! Starts a control plane and the operator's program, both its own, with the layer of faults between them. Then all is
//! well again, and soon every object must be ready as its user wanted it, none lost and none too many, nothing left to
//! write, and the operator's memory as flat as it was. Exits with 1 when that is not so. The last line is one JSON
//! object with the counts. A seed brings the same users' steps and, request by request, the same faults.

mod report;
mod run;

use std::{error::Error, process::ExitCode};

use clap::Parser;

/// What anything here fails with: told to a person and never matched on.
type Failure = Box<dyn Error + Send + Sync>;

/// MyApp's operator among faults, on a control plane of its own.
#[derive(Parser)]
struct Arguments {
    /// How long things go wrong
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    minutes: u64,
    /// How many MyApps
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=5_000))]
    objects: u32,
    /// Which run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many of a hundred requests meet a fault; of lists and watches three times as many
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(0..=30))]
    percent: u8,
    /// How many things users do in a second
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pace: u32,
    /// Print each fault with the number of its request
    #[arg(long)]
    notes: bool,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run::run(&arguments).await {
        Ok(report) => {
            println!("{}", report.line());
            if report.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
