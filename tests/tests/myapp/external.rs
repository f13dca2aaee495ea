//! The external service is asked again 30 s after a failure and 5 minutes after a success.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU16, AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use kubewright::{clock::ManualClock, object::ObjectKey, queue::Queue};
use kubewright_tests::{World, eventually, message};
use myapp_operator::{ExternalServices, MyApp};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

/// A service outside of the cluster.
#[derive(Clone, Default)]
struct Service {
    status: Arc<AtomicU16>,
    questions: Arc<AtomicUsize>,
}

impl Service {
    async fn begin(status: u16) -> (Self, SocketAddr) {
        let service = Self::default();
        service.status.store(status, SeqCst);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(service.clone().answer(listener));
        (service, address)
    }

    async fn answer(self, listener: TcpListener) {
        while let Ok((mut connection, _)) = listener.accept().await {
            // How much of the request has come does not matter: it is a request.
            let _ = connection.read(&mut [0; 4096]).await.unwrap();
            self.questions.fetch_add(1, SeqCst);
            let answer = format!("HTTP/1.1 {} Said\r\ncontent-length: 0\r\n\r\n", self.status.load(SeqCst));
            connection.write_all(answer.as_bytes()).await.unwrap();
        }
    }

    fn questions(&self) -> usize {
        self.questions.load(SeqCst)
    }

    /// Asked once more when `delay` has passed, and not before.
    async fn is_asked_after(&self, delay: Duration, clock: &ManualClock, queue: &Queue<ObjectKey>) {
        queue.idle().await;
        let before = self.questions();
        clock.advance(delay - Duration::from_millis(100));
        assert_eq!((queue.stats().ready, queue.stats().delayed, self.questions()), (0, 1, before));
        clock.advance(Duration::from_millis(200));
        eventually("the next question", async || {
            (self.questions() == before + 1).then_some(()).ok_or(self.questions())
        })
        .await;
    }
}

#[tokio::test]
async fn a_service_is_asked_again_sooner_after_a_failure() {
    let Some(world) = World::of::<MyApp>("external").await else { return };
    let clock = ManualClock::new();
    let (service, address) = Service::begin(503).await;
    let running = world.start_at::<MyApp>(ExternalServices::new(), clock.clone()).await;
    let queue = running.queue(0).unwrap();
    let url = format!("http://user:secret@{address}/health?token=hidden");
    world
        .create_as::<MyApp>(json!({
            "metadata": { "name": "app" },
            "spec": { "image": "nginx", "externalService": { "url": url } },
        }))
        .await;

    let object = world.until_said::<MyApp>("app", "Ready", "False/External").await;
    let told = message(&object, "Ready");
    assert_eq!(
        told,
        format!("external service is unreachable: http://{address} answers 503 Service Unavailable")
    );
    // The rest of the status is true all the while.
    world.until::<MyApp>("app", "its pod is ready", |object| object["status"]["readyReplicas"] == 1).await;
    world.quiet(&running).await;
    for _ in 0..2 {
        service.is_asked_after(Duration::from_secs(30), &clock, queue).await;
    }

    service.status.store(404, SeqCst);
    service.is_asked_after(Duration::from_secs(30), &clock, queue).await;
    world.until_said::<MyApp>("app", "Ready", "True/Available").await;
    world.quiet(&running).await;
    service.is_asked_after(Duration::from_secs(300), &clock, queue).await;

    world
        .edit::<MyApp>("app", json!({ "spec": { "externalService": { "url": "ftp://example.com" } } }))
        .await;
    world.until_said::<MyApp>("app", "Invalid", "True/InvalidAddress").await;
    world.edit::<MyApp>("app", json!({ "spec": { "externalService": null } })).await;
    world.until_said::<MyApp>("app", "Ready", "True/Available").await;
    world.quiet(&running).await;
    assert_eq!(queue.stats().delayed, 0);
    assert!(running.stop().await);
}
