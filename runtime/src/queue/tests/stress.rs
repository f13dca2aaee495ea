//! Many threads, real time: what the model cannot see, since it takes one step after the other.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::*;
use crate::clock::RealClock;

const KEYS: usize = 20;
const ADDS: usize = 3000;
const PRODUCERS: usize = 4;
const WORKERS: usize = 6;
const CONCURRENCY: usize = 3;

#[derive(Default)]
struct Object {
    /// Raised before each add: what a pass has to see.
    version: AtomicUsize,
    seen: AtomicUsize,
    running: AtomicBool,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn under_threads_every_change_is_seen_and_no_two_claims_of_a_key_exist() {
    let settings = Settings {
        concurrency: CONCURRENCY,
        backoff: Backoff { base: Duration::from_micros(50), max: MILLI },
        retry_rate: RetryRate { qps: f64::INFINITY, burst: 0 },
        ..Settings::default()
    };
    let queue = Queue::new(settings, Arc::new(RealClock));
    let objects: Arc<Vec<Object>> = Arc::new((0..KEYS).map(|_| Object::default()).collect());
    let running = Arc::new(AtomicUsize::new(0));

    let workers: Vec<_> = (0..WORKERS)
        .map(|worker| tokio::spawn(work(worker as u64, queue.clone(), objects.clone(), running.clone())))
        .collect();
    let producers: Vec<_> = (0..PRODUCERS)
        .map(|producer| tokio::spawn(produce(producer as u64, queue.clone(), objects.clone())))
        .collect();
    for producer in producers {
        producer.await.unwrap();
    }

    // All is seen once nothing waits or runs any more, which the queue has to come to by itself.
    let settled = async {
        loop {
            queue.idle().await;
            let stats = queue.stats();
            if stats.ready + stats.in_flight + stats.delayed == 0 {
                break;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), settled).await.expect("a key is stuck");
    for (key, object) in objects.iter().enumerate() {
        let (version, seen) = (object.version.load(Ordering::SeqCst), object.seen.load(Ordering::SeqCst));
        assert_eq!(version, seen, "the last change of {key} was not seen");
    }
    queue.shut_down();
    for worker in workers {
        worker.await.unwrap();
    }
    queue.drained().await;
    assert_eq!(queue.stats().known, 0);
}

async fn produce(seed: u64, queue: Queue<usize>, objects: Arc<Vec<Object>>) {
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..ADDS {
        let key = random.usize(..KEYS);
        objects[key].version.fetch_add(1, Ordering::SeqCst);
        match random.u8(..4) {
            0 => queue.add(&key, Priority::Background),
            1 => queue.add_after(&key, Duration::from_micros(random.u64(..500))),
            _ => queue.add(&key, Priority::Live),
        }
        if random.u8(..4) == 0 {
            tokio::task::yield_now().await;
        }
    }
}

async fn work(seed: u64, queue: Queue<usize>, objects: Arc<Vec<Object>>, running: Arc<AtomicUsize>) {
    let mut random = fastrand::Rng::with_seed(seed);
    loop {
        // Every now and then a waiting future is given up, as `select!` does.
        let claim = tokio::select! {
            biased;
            claim = queue.next() => claim,
            () = tokio::task::yield_now(), if random.bool() => continue,
        };
        let Some(claim) = claim else { return };
        let object = &objects[*claim.key()];
        assert!(!object.running.swap(true, Ordering::SeqCst), "two claims of {}", claim.key());
        assert!(running.fetch_add(1, Ordering::SeqCst) < CONCURRENCY);
        object.seen.store(object.version.load(Ordering::SeqCst), Ordering::SeqCst);
        tokio::task::yield_now().await;
        if random.u8(..8) == 0 {
            queue.retry(claim.key());
        } else {
            queue.forget(claim.key());
        }
        object.running.store(false, Ordering::SeqCst);
        running.fetch_sub(1, Ordering::SeqCst);
    }
}
