//! The MyApp operator's binary.

use std::process::ExitCode;

use myapp_operator::{MyApp, myapp::ExternalServices};

fn main() -> ExitCode {
    kubewright::cli().operator::<MyApp>(|| ExternalServices).main()
}
