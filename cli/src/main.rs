//! `cargo kubewright`: an operator on a real control plane with one command.

mod apply;
mod args;
mod cargo;
mod change;
mod check;
mod child;
mod cluster;
mod compile;
mod dev;
mod expect;
mod explain;
mod line;
mod operator;
mod out;
mod readiness;
mod samples;
mod seen;
mod stop;
mod style;
mod tree;
mod watch;
mod workspace;
mod world;

use std::{error::Error, process::ExitCode};

use clap::Parser;

use args::{Arguments, Command};

fn main() -> ExitCode {
    let mut words: Vec<_> = std::env::args_os().collect();
    if let Some(code) = child::hidden(&words) {
        return code;
    }
    // `cargo kubewright dev` runs `cargo-kubewright kubewright dev`; the alias in this repository leaves the word out.
    if words.get(1).is_some_and(|word| word == "kubewright") {
        words.remove(1);
    }
    let Command::Dev(dev) = Arguments::parse_from(words).command;
    // One thread: Linux ties the death of a child to the thread that started it, and here that is the process.
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    let code = runtime.block_on(dev::run(dev)).unwrap_or_else(|error| failed(&error));
    // Nothing that still runs in the background is worth waiting for.
    runtime.shutdown_background();
    code
}

fn failed(error: &dyn Error) -> ExitCode {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let said = cause.to_string();
        // Many errors already say their cause.
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        next = cause.source();
    }
    out::note(&format!("{} {text}", style::Style::stderr().bad("error:")));
    ExitCode::FAILURE
}
