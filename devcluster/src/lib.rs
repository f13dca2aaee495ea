//! Finds, builds, starts, shares and stops a real Kubernetes control plane, for tests and for development.
//!
//! ```no_run
//! #[tokio::test]
//! async fn a_config_map_comes_back() {
//!     let Some(cluster) = kubewright_devcluster::for_tests().await else { return };
//!     let namespace = cluster.namespace("my-test").await.unwrap();
//!     let client = cluster.client("my-operator").await.unwrap();
//!     // .. the test, in `namespace.name()` ..
//!     namespace.delete().await.unwrap();
//! }
//! ```
//!
//! # Where the control plane comes from
//!
//! [`shared`] takes the first of these that it finds:
//!
//! 1. `USE_EXISTING_CLUSTER=true`: the cluster of `$KUBECONFIG`, `~/.kube/config` or the pod that this runs in.
//!    It is never started nor stopped from here.
//! 2. A built `devcluster`: the path in `KUBEWRIGHT_DEVCLUSTER`, else the one in the user's cache folder.
//! 3. Go in `PATH`: `devcluster` is built from the sources beside this crate, once per version of sources and Go
//!    (about 5 minutes on 2 cores), into `$XDG_CACHE_HOME/kubewright/devcluster` (`~/.cache` without the variable).
//! 4. envtest's `etcd` and `kube-apiserver`: `TEST_ASSET_ETCD` and `TEST_ASSET_KUBE_APISERVER`,
//!    `KUBEBUILDER_ASSETS`, `/usr/local/kubebuilder/bin`, or the newest version in setup-envtest's store.
//!    No controllers run there: see [`Cluster::has_controllers`].
//!
//! Without any of them the error lists all of them, each with what was found in its place.
//!
//! # Sharing
//!
//! All tests of one user share one cluster, in a folder below `$TMPDIR/kubewright-<uid>` (`/tmp` without the variable). Each
//! process holds a connection to it for as long as it lives; `KUBEWRIGHT_LINGER` (a Go duration, default `60s`) after
//! the last one is gone, the cluster ends and nothing of it is left running, however the processes died. A shared
//! cluster always starts empty. With envtest's binaries each process has a cluster of its own.
//!
//! # Environment
//!
//! | name | meaning |
//! |---|---|
//! | `USE_EXISTING_CLUSTER` | `true`: test on the cluster of the current kubeconfig |
//! | `KUBEWRIGHT_DEVCLUSTER` | path of a built `devcluster` |
//! | `KUBEWRIGHT_SKIP_CLUSTER` | `1`: [`for_tests`] skips, and says so |
//! | `KUBEWRIGHT_LINGER` | how long the shared cluster outlives its last user |
//! | `KUBEBUILDER_ASSETS`, `TEST_ASSET_ETCD`, `TEST_ASSET_KUBE_APISERVER` | envtest's binaries |
//! | `KUBEBUILDER_CONTROLPLANE_START_TIMEOUT` | a Go duration, how long a start may take (default `90s`) |
//! | `XDG_CACHE_HOME`, `XDG_DATA_HOME`, `TMPDIR`, `PATH`, `KUBECONFIG` | as everywhere |

mod audit;
mod cluster;
mod dirs;
mod env;
mod envtest;
mod error;
mod existing;
mod find;
mod gobuild;
mod install;
mod key;
mod namespace;
mod private;
mod process;
mod progress;
mod shared;
mod wait;

use std::io::Write;

pub use audit::{AuditLog, AuditReader, Filter, Request};
pub use cluster::{Cluster, Options};
pub use error::Error;
pub use namespace::Namespace;
pub use shared::{program, shared};

/// The control plane for a test, or `None` when `KUBEWRIGHT_SKIP_CLUSTER=1` asks to skip, which is said on stderr.
///
/// # Panics
///
/// When no control plane can be had, with the message that lists every way to get one: a test run that proves
/// nothing must not look green.
pub async fn for_tests() -> Option<Cluster> {
    if skip_requested() {
        skip("KUBEWRIGHT_SKIP_CLUSTER=1");
        return None;
    }
    match shared().await {
        Ok(cluster) => Some(cluster),
        Err(error) => panic!("{error}"),
    }
}

/// Whether the user asked to skip tests that need a control plane (`KUBEWRIGHT_SKIP_CLUSTER=1`).
pub fn skip_requested() -> bool {
    std::env::var_os("KUBEWRIGHT_SKIP_CLUSTER").is_some_and(|value| value == "1")
}

/// Says on stderr that the running test is skipped, and why. Call it before leaving a test early.
pub fn skip(reason: &str) {
    let thread = std::thread::current();
    say(&format!("skipped: {}: {reason}", thread.name().unwrap_or("a test")));
}

/// Writes past the test harness, which swallows what `eprintln!` prints in a passing test.
fn say(line: &str) {
    // A closed stderr is no reason to fail: there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "{line}");
}
