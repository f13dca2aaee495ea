//! The repository's own operator: `cargo kubewright dev --check` as README has it.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use rustix::process::Signal;

use crate::{
    processes::{assert_gone, descendants},
    run::{self, Dev, Ended},
};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-kubewright"));
    command.args(["dev"]).args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    command.env_remove("USE_EXISTING_CLUSTER");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Both in one test: two builds of one package would wait for each other.
#[tokio::test]
async fn its_samples_become_as_expected_and_nothing_stays_behind() {
    if !run::can_be_private().await {
        return;
    }
    let dev = Dev::start(command(&["--check"]));
    dev.note("MyApp default/plain  created");
    let processes = descendants(dev.pid());
    let Ended { code, stdout, stderr } = dev.end();
    assert_eq!(code, Some(0), "{stdout}\n{stderr}");
    for expected in [
        "MyApp default/plain  as expected: Ready=True\n├─ Ready=True ",
        "├─ Deployment plain  ready 1/1\n└─ Service plain\n",
        "MyApp default/with-config  as expected: Ready=True\n",
        "MyApp default/invalid  as expected: Invalid=True/ReplicasExceedsLimit\n",
        "\n3 samples are as expected\n",
    ] {
        assert!(stdout.contains(expected), "{expected:?} is not in:\n{stdout}");
    }
    assert!(processes.iter().any(|process| process.name.starts_with("myapp")), "{processes:?}");
    assert_gone(&processes);

    let mut dev = Dev::start(command(&[]));
    dev.line("MyApp default/plain  Ready=True ");
    let processes = descendants(dev.pid());
    dev.signal(Signal::INT);
    let Ended { code, stderr, .. } = dev.end();
    assert_eq!(code, Some(0), "{stderr}");
    assert_gone(&processes);
    // It drained: the operator was asked, and not killed.
    assert!(stderr.contains("myapp-operator | ") && !stderr.contains("killing"), "{stderr}");
}
