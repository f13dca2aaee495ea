//! What the work queue can do in a second. `go/main.go` does the same with client-go's; `run.sh` compares the two.
//!
//! Arguments: a case, the number of workers, the number of passes. Prints passes in a second.

// The modules themselves, since nothing else of the runtime is needed: the queue knows nothing of Kubernetes.
#[allow(dead_code, reason = "what is not measured is not called")]
#[path = "../../../../runtime/src/clock.rs"]
mod clock;
#[allow(dead_code, unused_imports, reason = "what is not measured is not called")]
#[path = "../../../../runtime/src/queue/mod.rs"]
mod queue;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clock::RealClock;
use queue::{Priority, Queue, Settings};
use tokio::sync::mpsc;
use tokio::task::JoinError;

/// Made as the runtime's key of an object is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    cluster: u32,
    namespace: Option<Arc<str>>,
    name: Arc<str>,
}

impl Key {
    fn new(i: usize) -> Self {
        let namespace = format!("tenant-{}", i % 16);
        Self { cluster: 0, namespace: Some(namespace.into()), name: format!("my-app-{i}").into() }
    }
}

/// Keys that change all the time.
const HOT: usize = 1000;
/// Keys of a first list.
const LISTED: usize = 10_000;
const HOUR: Duration = Duration::from_secs(3600);

#[derive(Clone, Copy, PartialEq)]
enum Case {
    /// A whole list is added and worked off, again and again.
    Drain,
    /// Every key changes while it is in flight.
    Change,
    /// Every pass asks for another one in an hour, and a change comes first.
    Requeue,
    /// Every pass fails, and a change comes before the retry.
    Retry,
    /// As many keys as workers, each added after its pass has ended: the queue is empty most of the time.
    Trickle,
}

impl Case {
    fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "drain" => Self::Drain,
            "change" => Self::Change,
            "requeue" => Self::Requeue,
            "retry" => Self::Retry,
            "trickle" => Self::Trickle,
            _ => return None,
        })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [case, workers, passes] = arguments.as_slice() else {
        return Err("queue-bench CASE WORKERS PASSES".into());
    };
    let case = Case::parse(case).ok_or("no such case")?;
    let (workers, passes) = (workers.parse()?, passes.parse()?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // Everything is a task, as it is in an operator.
    let took = runtime.block_on(async { tokio::spawn(run(case, workers, passes)).await? })?;
    println!("{:.0}", passes as f64 / took.as_secs_f64());
    Ok(())
}

async fn run(case: Case, workers: usize, passes: usize) -> Result<Duration, JoinError> {
    let settings = Settings { concurrency: workers, ..Settings::default() };
    let queue = Queue::new(settings, Arc::new(RealClock));
    let keys: Vec<Key> = (0..if case == Case::Drain { LISTED } else { HOT }).map(Key::new).collect();
    let done = Arc::new(AtomicUsize::new(0));
    let (ended, mut ends) = mpsc::unbounded_channel();

    let begun = Instant::now();
    let tasks: Vec<_> = (0..workers)
        .map(|_| tokio::spawn(work(case, queue.clone(), done.clone(), passes, ended.clone())))
        .collect();
    drop(ended);
    let mut changed = keys.iter().cycle();
    for key in changed.by_ref().take(if case == Case::Trickle { workers } else { keys.len() }) {
        queue.add(key, Priority::Live);
    }
    while ends.recv().await.is_some() {
        for key in changed.by_ref().take(if case == Case::Trickle { 1 } else { keys.len() }) {
            queue.add(key, Priority::Live);
        }
    }
    for task in tasks {
        task.await?;
    }
    Ok(begun.elapsed())
}

async fn work(
    case: Case,
    queue: Queue<Key>,
    done: Arc<AtomicUsize>,
    passes: usize,
    ended: mpsc::UnboundedSender<()>,
) {
    while let Some(claim) = queue.next().await {
        match case {
            Case::Drain | Case::Trickle => claim.succeed(),
            Case::Change => {
                queue.add(claim.key(), Priority::Live);
                claim.succeed();
            }
            Case::Requeue => {
                let key = claim.key().clone();
                claim.again(HOUR);
                queue.add(&key, Priority::Live);
            }
            Case::Retry => {
                let key = claim.key().clone();
                claim.fail();
                queue.add(&key, Priority::Live);
            }
        }
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done >= passes {
            queue.shut_down();
        }
        // Whoever adds keys ends when the workers have.
        if case == Case::Trickle || case == Case::Drain && done.is_multiple_of(LISTED) {
            let _ = ended.send(());
        }
        // A worker that always finds a key would never let another one have its thread. Go takes it away by itself.
        if done.is_multiple_of(1000) {
            tokio::task::yield_now().await;
        }
    }
}
