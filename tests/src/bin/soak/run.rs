//! The run itself: faults, then none, then a verdict.

use std::time::{Duration, Instant};

use kubewright_devcluster::{Cluster, Options};
use kubewright_tests::{
    Program, World,
    faults::{Asked, Faults, Mix, Random, User, verdict},
};
use myapp_operator::MyApp;
use rustix::process::Signal;
use tokio::time::{MissedTickBehavior, interval};

use crate::{Arguments, Failure, report::Report};

/// How often a line is printed.
const TOLD: Duration = Duration::from_secs(10);
/// How often all connections break at once.
const BROKEN: Duration = Duration::from_secs(45);
/// How long everything may take to be as wanted. A connection that fell silent is noticed after 75 s, a watch that failed
/// may wait 30 s, an object that failed a minute, and a field that was taken again and again is put back after five
/// minutes and told for five more.
const HEALED: Duration = Duration::from_secs(12 * 60);
/// How long nothing may be written after that.
const SETTLED: Duration = Duration::from_secs(20);

struct Soak {
    world: World,
    faults: Faults,
    program: Program,
    user: User,
    began: Instant,
    memory: Vec<u64>,
}

pub(crate) async fn run(arguments: &Arguments) -> Result<Report, Failure> {
    println!("building the operator and starting a control plane");
    let path = Program::build().await?;
    let cluster = Cluster::start(Options { audit: true, ..Options::default() }).await?;
    let world = World::on::<MyApp>(cluster.clone(), "soak").await;
    let faults = Faults::before(&cluster).await;
    let kubeconfig = tempfile::NamedTempFile::new()?;
    std::fs::write(&kubeconfig, faults.kubeconfig().to_string())?;
    let program = Program::start(&path, kubeconfig.path()).await?;
    let Arguments { seed, percent, objects, .. } = *arguments;
    let user = User::new(seed, objects as usize);
    let mut soak = Soak { world, faults, program, user, began: Instant::now(), memory: Vec::new() };
    soak.faults.play(Random { seed, percent, mix: Mix::All });
    soak.user.fill(&soak.world).await;
    soak.trouble(arguments).await?;
    soak.faults.off();
    let (healed, wrong) = soak.heal().await?;
    let writes = soak.settle(healed.is_some()).await;
    if arguments.notes {
        soak.faults.notes().iter().for_each(|note| println!("{note}"));
    }
    let ended = soak.program.end(Signal::TERM).await?.success();
    Ok(Report {
        seed,
        objects: soak.user.wanted().len(),
        done: soak.user.done().clone(),
        faults: soak.faults.notes().len(),
        requests: soak.faults.requests().ever(),
        at_once: soak.faults.requests().most(),
        healed,
        wrong,
        writes,
        memory: soak.memory,
        ended,
    })
}

impl Soak {
    /// Faults and users, for as long as was asked for.
    async fn trouble(&mut self, arguments: &Arguments) -> Result<(), Failure> {
        let end = self.began + Duration::from_secs(60 * arguments.minutes);
        let (mut steps, mut lines, mut breaks) =
            (interval(Duration::from_secs(1) / arguments.pace), interval(TOLD), interval(BROKEN));
        steps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while Instant::now() < end {
            tokio::select! {
                _ = steps.tick() => self.user.act(&self.world).await,
                _ = lines.tick() => self.tell("faults").await?,
                _ = breaks.tick() => self.faults.break_connections(),
            }
        }
        Ok(())
    }

    /// Waits until all is as wanted. Returns after how many seconds it was, or what is still wrong.
    async fn heal(&mut self) -> Result<(Option<u64>, Vec<String>), Failure> {
        let began = Instant::now();
        let mut lines = interval(TOLD);
        let mut looks = interval(Duration::from_secs(1));
        loop {
            tokio::select! {
                _ = lines.tick() => self.tell("all is well").await?,
                _ = looks.tick() => {
                    let wrong = verdict(&self.world, self.user.wanted()).await?;
                    if wrong.is_empty() {
                        self.tell("as wanted").await?;
                        return Ok((Some(began.elapsed().as_secs()), wrong));
                    }
                    if began.elapsed() >= HEALED {
                        wrong.iter().for_each(|wrong| println!("{wrong}"));
                        return Ok((None, wrong));
                    }
                }
            }
        }
    }

    /// How many writes are sent while nobody does anything.
    async fn settle(&self, healed: bool) -> u64 {
        if !healed {
            return 0;
        }
        let before = self.faults.count(Asked::is_write);
        tokio::time::sleep(SETTLED).await;
        self.faults.count(Asked::is_write) - before
    }

    async fn tell(&mut self, phase: &str) -> Result<(), Failure> {
        let rss = self.program.usage()?.rss;
        self.memory.push(rss);
        let wrong = verdict(&self.world, self.user.wanted()).await?.len();
        println!(
            "{:>5} s  {phase}: {} objects, {} steps, {} faults, {} requests, {} things not as wanted, {} MiB",
            self.began.elapsed().as_secs(),
            self.user.wanted().len(),
            self.user.done().values().sum::<usize>(),
            self.faults.notes().len(),
            self.faults.requests().ever(),
            wrong,
            rss >> 20,
        );
        Ok(())
    }
}
