//! Calls of cargo, from a program that cargo itself may have started.

use std::{env, ffi::OsString, io};

use crate::child;

/// The cargo that runs this, else that in `PATH`.
pub(crate) fn program() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// A command that runs it as a [`Group`](child::Group).
///
/// `cargo run` and `cargo test` describe the package of their program in the environment. Build scripts look there
/// (that of `ring` does), and would build everything above them again, each time that a call with this environment
/// follows one without.
pub(crate) fn command() -> io::Result<tokio::process::Command> {
    let mut command = child::command(program())?;
    for (name, _) in env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_of_one_package)) {
        command.env_remove(name);
    }
    Ok(command)
}

/// Whether cargo sets this variable for one package
/// (<https://doc.rust-lang.org/cargo/reference/environment-variables.html>).
fn is_of_one_package(name: &str) -> bool {
    const NAMES: [&str; 5] =
        ["CARGO_BIN_NAME", "CARGO_CRATE_NAME", "CARGO_PRIMARY_PACKAGE", "CARGO_TARGET_TMPDIR", "OUT_DIR"];
    const PREFIXES: [&str; 3] = ["CARGO_BIN_EXE_", "CARGO_MANIFEST_", "CARGO_PKG_"];
    NAMES.contains(&name) || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_describes_a_package_goes_and_what_the_user_set_stays() {
        for name in ["CARGO_MANIFEST_DIR", "CARGO_PKG_NAME", "CARGO_PKG_VERSION_PRE", "OUT_DIR"] {
            assert!(is_of_one_package(name), "{name}");
            // The tests' own cargo sets the first three.
            let command = command().unwrap();
            let removed = command.as_std().get_envs().any(|(key, value)| key == name && value.is_none());
            assert_eq!(removed, env::var_os(name).is_some(), "{name}");
        }
        for name in ["CARGO", "CARGO_HOME", "CARGO_TARGET_DIR", "CARGO_INCREMENTAL", "CARGO_NET_OFFLINE"] {
            assert!(!is_of_one_package(name), "{name}");
        }
    }
}
