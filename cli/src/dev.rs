//! `cargo kubewright dev`: from a workspace to a running operator, and everything away again at the end.

mod error;
mod session;

use std::{
    io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use crate::{
    args::Dev,
    check::{self, Item},
    cluster::{self, ClusterError},
    compile, explain, out,
    samples::{self, Sample},
    stop::Stop,
    workspace::{self, Choice, Package},
};

pub(crate) use error::DevError;

/// Runs the command.
pub(crate) async fn run(dev: Dev) -> Result<ExitCode, DevError> {
    let mut stop = Stop::listen()?;
    let done = tokio::task::LocalSet::new().run_until(all(&dev, &mut stop)).await;
    let stopped = matches!(done, Err(DevError::Stopped(_) | DevError::Cluster(ClusterError::Stopped(_))));
    // Who stops a check does not know how it would have ended.
    if stopped && !dev.check {
        return Ok(ExitCode::SUCCESS);
    }
    match done {
        // Nobody reads on, as in `dev | head`.
        Err(DevError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        done => done.map(|()| ExitCode::SUCCESS),
    }
}

/// What is known before anything is started.
struct Plan {
    package: Package,
    binary: PathBuf,
    operators: Vec<explain::Operator>,
    samples: Vec<Sample>,
    items: Vec<Item>,
}

async fn all(dev: &Dev, stop: &mut Stop) -> Result<(), DevError> {
    // Mistakes in files are found before minutes are spent on building.
    let plan = plan(dev, stop).await?;
    let cluster = cluster::open(stop).await?;
    let result = session::on(&cluster, dev, plan, stop).await;
    if cluster::is_existing() {
        out::note("the CRDs and objects stay in the existing cluster");
    } else {
        out::note("stopping the control plane ...");
    }
    drop(cluster);
    result
}

async fn plan(dev: &Dev, stop: &mut Stop) -> Result<Plan, DevError> {
    let choice = Choice { package: dev.package.as_deref(), binary: dev.bin.as_deref() };
    let package = stop.or(workspace::find(choice)).await??;
    let (folder, samples) = read_samples(dev, &package.folder)?;
    out::note(&format!("building {} ...", package.name));
    let binary = stop.or(compile::build(&package)).await??;
    let operators = stop.or(explain::ask(&binary)).await??;
    let kinds: Vec<_> = operators.iter().flat_map(explain::Operator::watched).collect();
    let items = check::items(&samples, &operators, &kinds)?;
    if dev.check && items.is_empty() {
        let kinds =
            operators.iter().map(|operator| operator.resource.kind.as_str()).collect::<Vec<_>>().join(", ");
        return Err(DevError::NothingToCheck { kinds, folder });
    }
    Ok(Plan { package, binary, operators, samples, items })
}

fn read_samples(dev: &Dev, package: &Path) -> Result<(PathBuf, Vec<Sample>), DevError> {
    let folder = dev.samples.clone().unwrap_or_else(|| package.join("config/samples"));
    if dev.no_samples {
        return Ok((folder, Vec::new()));
    }
    let samples = match samples::load(&folder)? {
        None if dev.samples.is_some() => return Err(DevError::NoFolder(folder)),
        None => {
            out::note(&format!("no samples: there is no folder {}", folder.display()));
            Vec::new()
        }
        Some(samples) => samples,
    };
    Ok((folder, samples))
}
