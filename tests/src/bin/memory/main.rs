//! What a cached object costs: our cache beside kube's reflector and controller-runtime's cache.
//!
//! `cargo run --release -p kubewright-tests --bin memory -- --objects 10000`
//!
//! Needs Go, for controller-runtime's cache and for the server, which says what an API server would. Every cache is a process of
//! its own and reads the same Deployments. The last line is one JSON object. Exits with 1 when ours is not the smallest.

mod go;
mod report;
mod subject;

use std::{error::Error, path::Path, process::ExitCode};

use clap::{Parser, Subcommand, ValueEnum};
use tokio::process::Command;

use crate::{
    report::{Figures, Row},
    subject::Subject,
};

/// What anything here fails with: told to a person and never matched on.
type Failure = Box<dyn Error + Send + Sync>;

/// What a cached object costs, for ours and for the peers.
#[derive(Parser)]
struct Arguments {
    /// How many objects
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(100..=100_000))]
    objects: u32,
    #[command(subcommand)]
    command: Option<Measure>,
}

#[derive(Subcommand)]
enum Measure {
    /// Measures one cache in this process
    #[command(hide = true)]
    Measure { subject: Subject, address: String },
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command {
        Some(Measure::Measure { subject, address }) => one(subject, &address).await,
        None => all(arguments.objects).await,
    };
    done.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}

async fn one(subject: Subject, address: &str) -> Result<ExitCode, Failure> {
    println!("{}", subject::measure(subject, address).await?);
    Ok(ExitCode::SUCCESS)
}

async fn all(objects: u32) -> Result<ExitCode, Failure> {
    let program = go::build().await?;
    let this = std::env::current_exe()?;
    let mut rows = Vec::new();
    let ours = Subject::value_variants().iter().map(|subject| {
        let value = subject.to_possible_value().map(|value| value.get_name().to_owned());
        (subject.name(), &*this, vec!["measure".to_owned(), value.unwrap_or_default()], "")
    });
    let go = [("controller-runtime", ""), ("controller-runtime, no managedFields", "strip")];
    let go = go.into_iter().map(|(name, last)| (name, &*program, vec!["cache".to_owned()], last));
    for (name, program_of_it, arguments, last) in ours.chain(go) {
        eprintln!("measuring {name}");
        let mut empty_and_full = Vec::new();
        for count in [0, objects] {
            let server = go::Server::start(&program, count).await?;
            empty_and_full.push(figures(program_of_it, &arguments, server.address(), last).await?);
        }
        if let [empty, full] = empty_and_full[..] {
            rows.push(Row { name, empty, full });
        }
    }
    Ok(report::print(&rows, objects))
}

/// Runs a program that prints its figures.
async fn figures(program: &Path, before: &[String], address: &str, last: &str) -> Result<Figures, Failure> {
    let mut command = Command::new(program);
    command.args(before).arg(address).args(Some(last).filter(|last| !last.is_empty()));
    let output = command.stderr(std::process::Stdio::inherit()).kill_on_drop(true).output().await?;
    if !output.status.success() {
        return Err(format!("{} ended with {}", program.display(), output.status).into());
    }
    String::from_utf8(output.stdout)?.parse()
}
