//! The phases of a run.

use std::{path::Path, time::Duration};

use kubewright::__private::kube::Client;
use kubewright_devcluster::{AuditReader, Cluster, Filter, Options, Request};
use kubewright_tests::{Program, Usage};
use myapp_operator::MyApp;
use rustix::process::Signal;

use crate::{
    Arguments, Failure, objects,
    progress::Progress,
    report::{Counts, Report},
};

/// The operator's name for itself.
const AGENT: &str = "myapp-operator/";

/// So long without a request and without work, and the operator has come to rest. Longer than its passes ever put
/// off a status write.
const REST: Duration = Duration::from_secs(12);

/// Counts the operator's requests.
struct Meter {
    audit: AuditReader,
    client: Client,
}

impl Meter {
    /// Forgets what came before now.
    async fn restart(&mut self) -> Result<(), Failure> {
        self.audit.settle(&self.client).await?;
        Ok(self.audit.restart()?)
    }

    /// All requests since then.
    async fn requests(&self) -> Result<Vec<Request>, Failure> {
        self.audit.settle(&self.client).await?;
        Ok(self.audit.requests(&Filter::agent(AGENT)).await?)
    }

    /// Waits until the operator has been at rest for a while. Returns what it asked for until then.
    async fn rest(&self, program: &Program, what: &'static str) -> Result<Vec<Request>, Failure> {
        let mut progress = Progress::start(what);
        let (mut seen, mut since) = (usize::MAX, progress.elapsed());
        let mut cpu = Duration::ZERO;
        loop {
            let requests = self.requests().await?;
            let used = program.usage()?.cpu;
            // Bookkeeping of an idle runtime may take a tick or two.
            if requests.len() != seen || used > cpu + Duration::from_millis(30) {
                (seen, since) = (requests.len(), progress.elapsed());
            }
            cpu = used;
            if progress.elapsed() - since >= REST {
                progress.done(&format!("{seen} requests"));
                return Ok(requests);
            }
            progress.tick(&format!("{seen} requests"));
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
}

/// All of it.
pub(crate) async fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let program = said("building the operator", Program::build()).await?;
    let starting = Cluster::start(Options { audit: true, ..Options::default() });
    let cluster = said("starting a control plane", starting).await?;
    cluster.install(&[kubewright_tests::crd::<MyApp>()]).await?;
    let namespaces = objects::namespaces(&cluster, arguments.namespaces).await?;
    let client = cluster.client("kubewright-load").await?;
    let audit = cluster.audit().ok_or("the control plane has no audit log")?.reader()?;
    let mut meter = Meter { audit, client };

    let operator = said("starting the operator", Program::start(&program, cluster.kubeconfig())).await?;
    let before = operator.usage()?;
    meter.restart().await?;

    let follower = objects::Follower::new(cluster.client("kubewright-load").await?);
    let mut progress = Progress::start("creating");
    let patience = Duration::from_secs(arguments.patience);
    let (created, ready) = tokio::join!(
        objects::create(&cluster, &namespaces, arguments),
        follower.ready(arguments.objects as usize, patience, &mut progress),
    );
    created?;
    ready?;
    let ready_after = progress.elapsed();
    progress.done(&format!("{} objects are ready", arguments.objects));
    follower.stop().await;
    let converge = Counts::of(&meter.rest(&operator, "coming to rest").await?);
    let after = operator.usage()?;

    let idle = idle(&mut meter, arguments.idle).await?;
    let after_idle = operator.usage()?;
    let log_lines = operator.lines();

    let exit = said("stopping the operator", operator.end(Signal::TERM)).await?;
    meter.restart().await?;
    let (operator, restarted) = restart(&program, &cluster, &meter).await?;
    let restart_usage = operator.usage()?;
    let clean_end = exit.success() && operator.end(Signal::TERM).await?.success();
    Ok(Report {
        objects: arguments.objects,
        ready_seconds: ready_after.as_secs_f64(),
        before,
        after: Usage { cpu: after.cpu - before.cpu, ..after },
        idle_seconds: arguments.idle,
        idle_cpu: after_idle.cpu - after.cpu,
        log_lines,
        converge,
        idle,
        restart: restarted,
        restart_usage,
        clean_end,
    })
}

/// Watches the operator while nothing changes.
async fn idle(meter: &mut Meter, seconds: u64) -> Result<Counts, Failure> {
    meter.restart().await?;
    let mut progress = Progress::start("watching it idle");
    while progress.elapsed() < Duration::from_secs(seconds) {
        tokio::time::sleep(Duration::from_millis(500)).await;
        progress.tick("");
    }
    let counts = Counts::of(&meter.requests().await?);
    progress.done(&counts.summary());
    Ok(counts)
}

/// Starts the operator on what is there already.
async fn restart(path: &Path, cluster: &Cluster, meter: &Meter) -> Result<(Program, Counts), Failure> {
    let operator = said("starting it again", Program::start(path, cluster.kubeconfig())).await?;
    let requests = meter.rest(&operator, "visiting every object").await?;
    Ok((operator, Counts::of(&requests)))
}

async fn said<T, E: Into<Failure>>(
    what: &'static str,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, Failure> {
    let progress = Progress::start(what);
    let done = work.await.map_err(Into::into)?;
    progress.done("");
    Ok(done)
}
