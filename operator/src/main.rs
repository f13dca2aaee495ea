//! The MyApp operator's binary.

use std::process::ExitCode;

use myapp_operator::{ExternalServices, MyApp};

fn main() -> ExitCode {
    kubewright::cli().operator::<MyApp>(ExternalServices::new).main()
}
