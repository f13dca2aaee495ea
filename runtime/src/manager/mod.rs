//! Several operators in one process, started and stopped together.

mod health;

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

pub use self::health::{Health, Problem};
use crate::{
    cache::{CacheSpec, Caches, Namespaces, Selector, SelectorError},
    client::{self, ClientError, ClientSettings, Server},
    clock::{Clock, RealClock},
    controller::Controller,
    declare::Declaration,
    events::Events,
    hub::Hub,
    object::{Kind, Object, ObjectKey},
    operator::Reconcile,
    panics,
    pass::{Engine, Logic, Typed},
    queue::{self, Queue},
};

/// How long a stop waits for events that are not written yet.
const LAST_EVENTS: Duration = Duration::from_secs(2);

/// Operators that are to run against one cluster.
pub struct Manager {
    config: kube::Config,
    settings: Option<ClientSettings>,
    namespaces: Namespaces,
    clock: Arc<dyn Clock>,
    grace: Duration,
    operators: Vec<(&'static Declaration, Arc<dyn Logic>)>,
}

/// Operators at work.
pub struct Running {
    stop: CancellationToken,
    controllers: Vec<Arc<Controller>>,
    tasks: JoinSet<bool>,
    caches: Arc<Caches>,
}

/// Why operators could not be started.
#[derive(Debug, thiserror::Error)]
pub enum ManagerError {
    /// No operator was given.
    #[error("there is no operator to run")]
    NoOperator,
    /// The labels of a watch are no selector. The macros find this while compiling.
    #[error(transparent)]
    Labels(#[from] SelectorError),
    /// The client could not be made.
    #[error(transparent)]
    Client(#[from] ClientError),
}

impl Manager {
    /// For the cluster of this configuration.
    pub fn new(config: kube::Config) -> Self {
        Self {
            config,
            settings: None,
            namespaces: Namespaces::All,
            clock: Arc::new(RealClock),
            grace: Duration::from_secs(25),
            operators: Vec::new(),
        }
    }

    /// Serves these namespaces only, each with watches of its own. An empty list is all namespaces.
    #[must_use]
    pub fn namespaces<N: Into<String>>(mut self, namespaces: impl IntoIterator<Item = N>) -> Self {
        let names: BTreeSet<String> = namespaces.into_iter().map(Into::into).collect();
        self.namespaces = if names.is_empty() { Namespaces::All } else { Namespaces::Named(names) };
        self
    }

    /// Other client settings than the defaults with the first operator's name as user agent.
    #[must_use]
    pub fn client(mut self, settings: ClientSettings) -> Self {
        self.settings = Some(settings);
        self
    }

    /// The clock of queue, backoff and requeues. Request time-outs always use real time.
    #[must_use]
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// How long a stop waits for passes, 25 s by default: less than the 30 s that Kubernetes gives a pod.
    #[must_use]
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Adds an operator with what its passes share.
    #[must_use]
    pub fn operator<O: Reconcile>(mut self, state: O::State) -> Self {
        self.operators.push((const { &O::DECLARATION }, Arc::new(Typed::<O>::new(state))));
        self
    }

    /// Starts everything. Must be called inside a tokio runtime. From then on the process's panic hook also notes where a
    /// panic was, for the log; it still does what it did before.
    ///
    /// # Errors
    /// [`ManagerError`]. A cluster that cannot be reached is no error: the caches try again and say so in the log.
    pub fn start(self) -> Result<Running, ManagerError> {
        let Some((first, _)) = self.operators.first() else { return Err(ManagerError::NoOperator) };
        panics::note();
        let agent = || format!("{}/{}", first.name, env!("CARGO_PKG_VERSION"));
        let settings = self.settings.clone().unwrap_or_else(|| ClientSettings::new(agent()));
        let client = client::client(self.config.clone(), &settings)?;
        let managers = self.operators.iter().map(|(declaration, _)| declaration.name.to_owned()).collect();
        let caches = Arc::new(Caches::new(client.clone(), managers, self.clock.clone()));
        let stop = CancellationToken::new();
        let (mut controllers, mut tasks) = (Vec::new(), JoinSet::new());
        for (declaration, logic) in &self.operators {
            let controller = Arc::new(self.controller(declaration, logic.clone(), &client, &caches)?);
            tasks.spawn(controller.clone().run(stop.clone(), self.grace));
            controllers.push(controller);
        }
        Ok(Running { stop, controllers, tasks, caches })
    }

    fn controller(
        &self,
        declaration: &'static Declaration,
        logic: Arc<dyn Logic>,
        client: &kube::Client,
        caches: &Caches,
    ) -> Result<Controller, ManagerError> {
        let spec = |kind: Kind, selector: Selector| CacheSpec {
            selector,
            namespaces: self.namespaces.clone(),
            ..CacheSpec::all(kind)
        };
        let cache = |kind: Kind, selector: Selector| caches.get(&spec(kind, selector));
        // Children that are kept have no controller by whom they could be found.
        let keeps = declaration.owns.iter().any(|owned| owned.retain);
        let owner_label: Option<Arc<str>> = keeps.then(|| declaration.owner_label().into());
        let ours = Selector::one_of(declaration.operator_label(), declaration.operator_names());
        let children = |kind: Kind| {
            caches.get(&CacheSpec { owner_label: owner_label.clone(), ..spec(kind, ours.clone()) })
        };
        let watched = declaration.watches.iter().map(|w| {
            let metadata_only = w.metadata_only;
            Ok(caches.get(&CacheSpec { metadata_only, ..spec((w.kind)(), w.labels.parse()?) }))
        });
        let watched = watched.collect::<Result<_, ManagerError>>()?;
        let optional = declaration.owns.iter().filter(|owned| owned.if_served);
        let hub = Arc::new(Hub {
            primary: cache(declaration.primary(), Selector::everything()),
            owned: declaration.owns.iter().map(|owned| children((owned.kind)())).collect(),
            optional: optional.map(|owned| children((owned.kind)())).collect(),
            former: declaration.formerly_owns.iter().map(|kind| children(kind())).collect(),
            watched,
            read: declaration
                .reads
                .iter()
                .filter(|r| !r.live)
                .map(|r| cache((r.kind)(), Selector::everything()))
                .collect(),
            subscriptions: Default::default(),
            client: client.clone(),
        });
        let server = Server::new(client.clone(), declaration.name);
        let engine = Engine::new(
            declaration,
            logic,
            hub,
            server.clone(),
            Events::new(server, declaration, self.clock.clone()),
            self.clock.clone(),
        );
        let settings = queue::Settings {
            concurrency: declaration.concurrency,
            backoff: queue::Backoff { base: declaration.backoff.base, max: declaration.backoff.max },
            retry_rate: queue::RetryRate {
                qps: declaration.retry_rate.qps,
                burst: declaration.retry_rate.burst,
            },
            debounce: declaration.debounce,
            ..queue::Settings::default()
        };
        Ok(Controller::new(Arc::new(engine), Queue::new(settings, self.clock.clone()), self.clock.clone()))
    }
}

impl Running {
    /// Stops: no new pass begins, those that run may end within the grace period. Says whether all of them did.
    pub async fn stop(mut self) -> bool {
        self.stop.cancel();
        let mut drained = true;
        while let Some(ended) = self.tasks.join_next().await {
            drained &= ended.unwrap_or(false);
        }
        for controller in &self.controllers {
            controller.events().finish(LAST_EVENTS).await;
        }
        self.caches.stop().await;
        drained
    }

    /// What keeps the operators from their work now, for a readiness probe.
    pub fn health(&self) -> Health {
        Health {
            problems: self.controllers.iter().flat_map(|controller| controller.problems()).collect(),
            dropped_events: self.controllers.iter().map(|controller| controller.events().dropped()).sum(),
        }
    }

    /// Counts of the operators' queues, in the order in which they were added.
    pub fn queues(&self) -> Vec<queue::Stats> {
        self.controllers.iter().map(|controller| controller.queue().stats()).collect()
    }

    /// Queues of the operators, in the order in which they were added: for tests that wait for quiet.
    pub fn queue(&self, index: usize) -> Option<&Queue<ObjectKey>> {
        self.controllers.get(index).map(|controller| controller.queue())
    }

    /// Waits until what the operators said in events is written, but for counts of repeats: for tests.
    pub async fn told(&self) {
        for controller in &self.controllers {
            controller.events().idle().await;
        }
    }

    /// An object as the operators' passes see it: for tests that wait until a change has been seen.
    pub fn cached(&self, kind: &Kind, key: &ObjectKey) -> Option<Arc<Object>> {
        self.controllers.iter().find_map(|controller| controller.cached(kind, key))
    }
}

impl Drop for Running {
    /// Nothing goes on behind the back of whoever dropped it: no new pass begins, those that run come to their end.
    fn drop(&mut self) {
        self.stop.cancel();
    }
}
