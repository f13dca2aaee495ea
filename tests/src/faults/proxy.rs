//! The proxy itself.

use std::{
    collections::HashMap,
    future::pending,
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock},
    time::Duration,
};

use bytes::Bytes;
use http::{Request, Response};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use kubewright::{__private::kube, client::ClientSettings, manager::Manager};
use kubewright_devcluster::Cluster;
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::watch, task::AbortHandle};

use super::{
    asked::Asked,
    body::{self, Body, Broken, End, bent},
    clock::FastClock,
    fault::Fault,
    forward,
    gauge::Gauge,
    old::{Old, Said},
    plan::{NoFaults, Plan},
};
use crate::World;

/// The layer at work. It ends when it is dropped.
pub struct Faults {
    shared: Arc<Shared>,
    address: SocketAddr,
    accepting: AbortHandle,
}

struct Shared {
    server: kube::Client,
    plan: RwLock<Arc<dyn Plan>>,
    counts: Mutex<Counts>,
    old: Old,
    requests: Gauge,
    connections: Gauge,
    /// Moves when all connections are to break.
    breaking: watch::Sender<()>,
}

#[derive(Default)]
struct Counts {
    number: u64,
    /// By what is asked: the first that asked it, and how often.
    like: HashMap<String, (Asked, u64)>,
    notes: Vec<String>,
}

impl Faults {
    /// In front of a control plane, with an administrator's rights there. Nothing goes wrong yet.
    pub async fn before(cluster: &Cluster) -> Self {
        Self::with(cluster.config("unnamed").await.expect("a configuration")).await
    }

    /// The same with the rights of this configuration.
    pub async fn with(mut config: kube::Config) -> Self {
        // The operator says itself who it is, and nobody tries again behind its back.
        config.headers.clear();
        config.default_retry = false;
        let shared = Arc::new(Shared {
            server: kube::Client::try_from(config).expect("a client"),
            plan: RwLock::new(Arc::new(NoFaults)),
            counts: Mutex::default(),
            old: Old::default(),
            requests: Gauge::default(),
            connections: Gauge::default(),
            breaking: watch::Sender::new(()),
        });
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("a bound port has an address");
        let accepting = tokio::spawn(accept(listener, shared.clone())).abort_handle();
        Self { shared, address, accepting }
    }

    /// How an operator reaches the server through the layer.
    pub fn config(&self) -> kube::Config {
        let mut config = kube::Config::new(self.url().parse().expect("an address is a URL"));
        config.default_retry = false;
        config
    }

    /// A manager of operators behind the layer, on the test's namespace. They give up early on what is silent, and their
    /// clock runs ten times as fast, so that they come back in time for the test.
    pub fn manager(&self, world: &World) -> Manager {
        let mut settings = ClientSettings::new(world.agent.clone());
        settings.request_timeout = Duration::from_secs(3);
        settings.watch_silence = Duration::from_secs(6);
        world.manager_of(self.config()).client(settings).clock(Arc::new(FastClock::new(10)))
    }

    /// The same as a kubeconfig, for an operator that is a process of its own.
    pub fn kubeconfig(&self) -> Value {
        json!({
            "apiVersion": "v1", "kind": "Config", "current-context": "it",
            "clusters": [{"name": "it", "cluster": {"server": self.url()}}],
            "users": [{"name": "it", "user": {}}],
            "contexts": [{"name": "it", "context": {"cluster": "it", "user": "it"}}],
        })
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// From now on this decides.
    pub fn play(&self, plan: impl Plan) {
        self.play_shared(Arc::new(plan));
    }

    /// The same with a plan that the test keeps an eye on.
    pub fn play_shared(&self, plan: Arc<dyn Plan>) {
        *self.shared.plan.write().unwrap_or_else(PoisonError::into_inner) = plan;
    }

    /// From now on nothing more goes wrong. What is silent already stays so.
    pub fn off(&self) {
        self.play(NoFaults);
    }

    /// Breaks all connections, watches and all.
    pub fn break_connections(&self) {
        self.shared.counts().notes.push("all connections broken".to_owned());
        self.shared.breaking.send_replace(());
    }

    /// All faults so far.
    pub fn notes(&self) -> Vec<String> {
        self.shared.counts().notes.clone()
    }

    /// How many requests like this there were.
    pub fn count(&self, like: impl Fn(&Asked) -> bool) -> u64 {
        self.shared.counts().like.values().filter(|(asked, _)| like(asked)).map(|(_, times)| times).sum()
    }

    /// Requests other than watches and lists that come as events of one.
    pub fn requests(&self) -> Gauge {
        self.shared.requests.clone()
    }

    /// Connections to the layer.
    pub fn connections(&self) -> Gauge {
        self.shared.connections.clone()
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        self.accepting.abort();
        if std::thread::panicking() {
            eprintln!("faults until now:\n{}", self.notes().join("\n"));
        }
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    // Connections end with this task, which holds them.
    let mut connections = tokio::task::JoinSet::new();
    loop {
        tokio::select! {
            Some(_) = connections.join_next() => {}
            Ok((stream, _)) = listener.accept() => {
                let shared = shared.clone();
                connections.spawn(async move {
                    let _counted = shared.connections.enter();
                    let serve = service_fn(|request| shared.clone().serve(request));
                    // A broken connection is what the layer is for.
                    let mut breaking = shared.breaking.subscribe();
                    tokio::select! {
                        _ = http1::Builder::new().serve_connection(TokioIo::new(stream), serve) => {}
                        _ = breaking.changed() => {}
                    }
                });
            }
        }
    }
}

impl Shared {
    async fn serve(self: Arc<Self>, request: Request<Incoming>) -> Result<Response<Body>, Broken> {
        let asked = self.number(Asked::of(&request));
        let _counted = (!asked.streams).then(|| self.requests.enter());
        let plan = self.plan.read().unwrap_or_else(PoisonError::into_inner).clone();
        let fault = plan.fault(&asked);
        if let Some(fault) = &fault {
            self.counts().notes.push(format!("{asked}: {fault}"));
        }
        match fault {
            Some(Fault::Silent) => pending().await,
            Some(Fault::Unsent) => Err(Broken),
            Some(Fault::Refuse(code, after)) => Ok(Fault::refusal(code, after, &asked).map(body::whole)),
            Some(Fault::Expired) => Ok(Response::new(body::whole(Fault::expired()))),
            Some(Fault::OldList | Fault::OldEvent) => match self.old.oldest(&Said::to(&asked)) {
                // Nobody can go on from there but the server, which is asked next.
                Some(old) if asked.streams => Ok(Response::new(body::then_broken(old))),
                Some(old) => Ok(Response::new(body::whole(old))),
                None => self.pass(&asked, request, End::Whole).await,
            },
            Some(Fault::AnswerLost) => {
                let request = forward::read(request).await?;
                let (head, body) = forward::send(&self.server, request).await?;
                forward::collect(head, body).await?;
                Err(Broken)
            }
            Some(Fault::Cut(after)) => self.pass(&asked, request, End::Cut(after)).await,
            Some(Fault::Mute(after)) => self.pass(&asked, request, End::Mute(after)).await,
            Some(Fault::Delay(delay)) => {
                tokio::time::sleep(delay).await;
                self.pass(&asked, request, End::Whole).await
            }
            Some(Fault::Held(gate)) => {
                gate.passed().await;
                self.pass(&asked, request, End::Whole).await
            }
            None => self.pass(&asked, request, End::Whole).await,
        }
    }

    async fn pass(
        &self,
        asked: &Asked,
        request: Request<Incoming>,
        end: End,
    ) -> Result<Response<Body>, Broken> {
        let request = forward::read(request).await?;
        let (head, answer) = forward::send(&self.server, request).await?;
        let good = head.status.is_success();
        if asked.streams && good {
            let kept = self.old.keep_events(&Said::to(asked));
            return Ok(Response::from_parts(head, bent(answer, end, kept)));
        }
        if asked.verb == "list" && good && matches!(end, End::Whole) {
            let whole = forward::collect(head, answer).await?;
            self.old.keep(Said::to(asked), whole.body().clone());
            return Ok(whole.map(body::whole));
        }
        Ok(Response::from_parts(head, bent(answer, end, |_: &Bytes| {})))
    }

    fn number(&self, asked: Asked) -> Asked {
        let mut counts = self.counts();
        counts.number += 1;
        let (_, time) = counts.like.entry(asked.like()).or_insert_with(|| (asked.clone(), 0));
        *time += 1;
        let time = *time;
        Asked { number: counts.number, time, ..asked }
    }

    /// Plain data, whole between any two calls.
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
