//! The operator's own binary: `run`, `crd`, `rbac`, `explain`.
//!
//! ```no_run
//! use std::{convert::Infallible, process::ExitCode};
//!
//! use kubewright::{k8s::core::v1::ConfigMap, prelude::*};
//!
//! /// A greeting in a ConfigMap.
//! #[operator(group = "example.com", version = "v1", owns(ConfigMap))]
//! pub struct GreetingSpec {
//!     /// What to say.
//!     pub text: String,
//! }
//!
//! impl Reconcile for Greeting {
//!     type Error = Infallible;
//!
//!     async fn desired(&self, _: &Context<Self>) -> Result<GreetingChildren, Infallible> {
//!         let data = [("text".to_owned(), self.spec.text.clone())].into();
//!         Ok(GreetingChildren { config_map: ConfigMap { data: Some(data), ..Default::default() } })
//!     }
//! }
//!
//! fn main() -> ExitCode {
//!     kubewright::cli().stateless::<Greeting>().main()
//! }
//! ```

mod cluster;
mod crd;
mod explain;
mod rbac;
mod run;
mod signals;

use std::{error::Error, ffi::OsString, process::ExitCode};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use k8s_openapi::{
    api::rbac::v1::ClusterRole,
    apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
};

use crate::{
    declare::{self, Declaration, Explanation, RbacError},
    manager::Manager,
    operator::{NoState, Reconcile},
    text::chain,
};

/// The command line of a binary with one operator or several.
#[derive(Default)]
pub struct Cli {
    operators: Vec<Entry>,
}

/// An operator, as the commands need it. Its state is built only by commands that run passes.
struct Entry {
    declaration: &'static Declaration,
    crd: fn() -> CustomResourceDefinition,
    rbac: fn() -> Result<ClusterRole, RbacError>,
    explain: fn() -> Result<Explanation, serde_json::Error>,
    add: Box<dyn FnOnce(Manager) -> Manager>,
}

/// An empty command line, to which operators are added.
pub fn cli() -> Cli {
    Cli::default()
}

#[derive(Parser)]
#[command(disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the operator until SIGTERM or Ctrl-C.
    Run(run::Arguments),
    /// Print the CustomResourceDefinition.
    Crd(crd::Arguments),
    /// Print the rights that the operator needs, and no others, as a ClusterRole.
    Rbac(crd::Arguments),
    /// Say what the operator owns, watches and reads.
    Explain(explain::Arguments),
}

impl Cli {
    /// Adds an operator and the function that makes its state, called inside the async runtime.
    #[must_use]
    pub fn operator<O: Reconcile>(mut self, state: impl FnOnce() -> O::State + 'static) -> Self {
        self.operators.push(Entry {
            declaration: const { &O::DECLARATION },
            crd: declare::crd::<O>,
            rbac: declare::rbac::<O>,
            explain: declare::explain::<O>,
            add: Box::new(move |manager| manager.operator::<O>(state())),
        });
        self
    }

    /// Adds an operator without `state`.
    #[must_use]
    pub fn stateless<O: Reconcile<State: NoState>>(self) -> Self {
        self.operator::<O>(O::State::none)
    }

    /// Reads the command line of the process and does what it says.
    ///
    /// Exit codes: 0 done, 1 failed, 2 the command line is wrong, 3 stopped before all passes had ended.
    pub fn main(self) -> ExitCode {
        self.run(std::env::args_os())
    }

    fn run(self, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
        let name = self.operators.first().map_or("operator", |entry| entry.declaration.name);
        let about = self.operators.iter().map(|entry| entry.declaration.kind).collect::<Vec<_>>().join(", ");
        let command =
            Arguments::command().name(name).bin_name(name).about(format!("Kubernetes operator for {about}"));
        let parsed =
            command.try_get_matches_from(arguments).and_then(|matches| Arguments::from_arg_matches(&matches));
        let command = match parsed {
            Ok(arguments) => arguments.command,
            Err(error) => {
                // Nothing is left to do if even this cannot be printed.
                let _ = error.print();
                return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
            }
        };
        let result = match command {
            Command::Run(arguments) => run::run(arguments, self.operators),
            Command::Crd(arguments) => crd::print(&arguments, &self.operators).map(|()| ExitCode::SUCCESS),
            Command::Rbac(arguments) => rbac::print(&arguments, &self.operators).map(|()| ExitCode::SUCCESS),
            Command::Explain(arguments) => {
                explain::print(&arguments, &self.operators).map(|()| ExitCode::SUCCESS)
            }
        };
        result.unwrap_or_else(|error| {
            eprintln!("error: {}", chain(&*error));
            ExitCode::FAILURE
        })
    }
}

/// What a command fails with: told to a person and never matched on.
type Failure = Box<dyn Error + Send + Sync>;
