//! A control plane as its users see it.

use std::{
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use http::{HeaderValue, header::USER_AGENT};
use kube::{
    Client, Config,
    config::{KubeConfigOptions, Kubeconfig},
};
use rustix::process::Signal;

use crate::{
    AuditLog, Error, Namespace, dirs,
    env::Env,
    envtest::Setup,
    existing,
    find::{self, Places, Source},
    install, namespace,
    private::{Private, Start},
    process::{Ready, Up},
    wait::blocking,
};

/// How a control plane of one's own is started. The default has one node, no audit log, and a temporary folder.
#[derive(Clone, Debug)]
pub struct Options {
    /// Its folder: keys, data, logs. `None` is a temporary one that is removed at the end. A folder that was used
    /// before gives the same cluster again, with everything in it.
    pub dir: Option<PathBuf>,
    /// Port of the API server on 127.0.0.1. `None` is a free one, which restarts keep.
    pub port: Option<u16>,
    /// Whether requests are recorded, for [`Cluster::audit`].
    pub audit: bool,
    /// Behave as this older Kubernetes, for example `1.34`.
    pub emulated_version: Option<String>,
    /// How many nodes take pods.
    pub nodes: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { dir: None, port: None, audit: false, emulated_version: None, nodes: 1 }
    }
}

/// A running control plane. Clones are the same one; it is let go with the last of them.
#[derive(Clone, Debug)]
pub struct Cluster {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    kubeconfig: PathBuf,
    server: String,
    version: String,
    emulated_version: Option<String>,
    audit: Option<AuditLog>,
    controllers: bool,
    private: Option<Private>,
    /// Keeps a shared control plane alive; never read.
    _hold: Option<UnixStream>,
}

impl Cluster {
    /// Starts a control plane of one's own, for outage tests and development. It ends with this process, also when
    /// that is killed, or with the last clone of the value.
    ///
    /// # Errors
    ///
    /// As [`shared`](crate::shared()), and [`Error::Locked`] when another process uses the folder.
    pub async fn start(options: Options) -> Result<Self, Error> {
        let env = Env::process();
        blocking(move || Self::own(&env, find::find(&env, &Places::default(), true)?, options)).await
    }

    /// The existing cluster when `USE_EXISTING_CLUSTER=true` asks for it, else one of one's own.
    ///
    /// # Errors
    ///
    /// As [`start`](Self::start).
    pub async fn existing_or_start(options: Options) -> Result<Self, Error> {
        let env = Env::process();
        if existing::wanted(&env) { Self::existing(env).await } else { Self::start(options).await }
    }

    /// Path of a kubeconfig with an administrator's rights. `kubectl --kubeconfig` takes it.
    pub fn kubeconfig(&self) -> &Path {
        &self.inner.kubeconfig
    }

    /// URL of the API server.
    pub fn server(&self) -> &str {
        &self.inner.server
    }

    /// Version of the programs, for example `v1.37.2`.
    pub fn version(&self) -> &str {
        &self.inner.version
    }

    /// The older version that it behaves as, for example `1.34`; `None` when it was not asked to.
    pub fn emulated_version(&self) -> Option<&str> {
        self.inner.emulated_version.as_deref()
    }

    /// The record of all requests, when there is one: always for a shared control plane, never for an existing cluster.
    pub fn audit(&self) -> Option<&AuditLog> {
        self.inner.audit.as_ref()
    }

    /// Whether controllers and nodes run: Deployments get pods, children of a deleted owner are collected, deleted
    /// namespaces go. Not so on envtest's binaries.
    pub fn has_controllers(&self) -> bool {
        self.inner.controllers
    }

    /// As [`has_controllers`](Self::has_controllers), but says on stderr that the test is skipped when there are none.
    pub fn has_controllers_or_skip(&self) -> bool {
        if !self.inner.controllers {
            crate::skip("it needs controllers, and only etcd and an API server run here");
        }
        self.inner.controllers
    }

    /// How to reach it as administrator, with this `User-Agent`.
    ///
    /// # Errors
    ///
    /// [`Error::Kubeconfig`] when the kubeconfig cannot be read or used.
    pub async fn config(&self, user_agent: &str) -> Result<Config, Error> {
        let kubeconfig = Kubeconfig::read_from(&self.inner.kubeconfig).map_err(Box::new)?;
        let options = KubeConfigOptions::default();
        let mut config = Config::from_custom_kubeconfig(kubeconfig, &options).await.map_err(Box::new)?;
        let agent = HeaderValue::from_str(user_agent).map_err(|error| Error::Api {
            what: format!("the user agent {user_agent:?}"),
            source: Box::new(kube::Error::HttpError(error.into())),
        })?;
        config.headers.push((USER_AGENT, agent));
        Ok(config)
    }

    /// A client with an administrator's rights, whose requests the audit log shows under this `User-Agent`.
    ///
    /// Each call gives a client of its own, which lives in the async runtime of the caller.
    ///
    /// # Errors
    ///
    /// As [`config`](Self::config).
    pub async fn client(&self, user_agent: &str) -> Result<Client, Error> {
        Client::try_from(self.config(user_agent).await?).map_err(Error::api("making a client"))
    }

    /// A fresh namespace `<prefix>-<8 characters>`, ready for use.
    ///
    /// # Errors
    ///
    /// [`Error::Api`] when the server refuses, [`Error::Timeout`] when its ServiceAccount does not come.
    pub async fn namespace(&self, prefix: &str) -> Result<Namespace, Error> {
        namespace::create(self.clone(), prefix).await
    }

    /// Applies these CustomResourceDefinitions and waits until the server really serves all their versions. Several
    /// processes may install the same ones at once.
    ///
    /// # Errors
    ///
    /// [`Error::Crd`] when one is not accepted, [`Error::Timeout`] when one is not served in time.
    pub async fn install(&self, crds: &[serde_json::Value]) -> Result<(), Error> {
        install::all(&self.client("kubewright-devcluster").await?, crds).await
    }

    /// Ends it in order and waits for the end. No effect on one that does not run.
    ///
    /// # Errors
    ///
    /// [`Error::NotPrivate`] for a control plane that others use.
    pub async fn stop(&self) -> Result<(), Error> {
        let cluster = self.clone();
        blocking(move || cluster.private()?.end(Signal::TERM)).await
    }

    /// Ends it as a crash would (SIGKILL). No effect on one that does not run.
    ///
    /// # Errors
    ///
    /// [`Error::NotPrivate`] for a control plane that others use.
    pub fn kill(&self) -> Result<(), Error> {
        self.private()?.end(Signal::KILL)
    }

    /// Starts it again on the same folder and port, after an ordered stop when it runs. Objects, clients, tokens and
    /// kubeconfigs from before stay good.
    ///
    /// # Errors
    ///
    /// [`Error::NotPrivate`] for a control plane that others use, [`Error::Start`] when it does not come back.
    pub async fn restart(&self) -> Result<(), Error> {
        let cluster = self.clone();
        blocking(move || cluster.private()?.restart()).await
    }

    /// A shared control plane together with the connection that keeps it alive.
    pub(crate) fn held(ready: Ready, hold: UnixStream) -> Self {
        Self::new(ready, true, None, Some(hold))
    }

    /// The existing cluster of this environment.
    pub(crate) async fn existing(env: Env) -> Result<Self, Error> {
        let kubeconfig = blocking(move || existing::kubeconfig(&env)).await?;
        let (server, version) = (String::new(), String::new());
        let ready = Ready { kubeconfig, server, version, emulated_version: None, pid: 0, audit_log: None };
        // What the kubeconfig does not say is asked from the server, with the kubeconfig.
        let asked = Self::new(ready.clone(), true, None, None);
        let config = asked.config("kubewright-devcluster").await?;
        let server = config.cluster_url.to_string();
        let client = Client::try_from(config).map_err(Error::api("making a client"))?;
        let version = client
            .apiserver_version()
            .await
            .map_err(Error::api(format!("asking {server} for its version")))?;
        Ok(Self::new(Ready { server, version: version.git_version, ..ready }, true, None, None))
    }

    /// Starts a control plane that ends with this process.
    pub(crate) fn own(env: &Env, source: Source, options: Options) -> Result<Self, Error> {
        let Options { dir, port, audit, emulated_version, nodes } = options;
        let temporary = dir.is_none();
        let dir = match dir {
            // The control plane runs in a folder of its own choice: a relative path would be another one there.
            Some(dir) => std::path::absolute(&dir).map_err(Error::io(dir.display().to_string()))?,
            None => dirs::private(env)?,
        };
        dirs::make_private(&dir)?;
        let controllers = matches!(source, Source::Devcluster(_));
        let emulated = emulated_version.clone();
        let start = match source {
            Source::Devcluster(binary) => {
                Start::Devcluster(Up { binary, dir, port, audit, emulated_version, nodes, linger: None })
            }
            Source::Envtest(assets) => {
                Start::Envtest(Setup::new(&assets, dir, port, audit, emulated_version.as_deref())?)
            }
            Source::Existing => return Err(Error::NotPrivate),
        };
        let (private, ready) = Private::start(start, temporary, start_limit(env)?)?;
        Ok(Self::new(Ready { emulated_version: emulated, ..ready }, controllers, Some(private), None))
    }

    fn new(ready: Ready, controllers: bool, private: Option<Private>, hold: Option<UnixStream>) -> Self {
        let Ready { kubeconfig, server, version, emulated_version, audit_log, .. } = ready;
        let audit = audit_log.map(AuditLog::new);
        let inner =
            Inner { kubeconfig, server, version, emulated_version, audit, controllers, private, _hold: hold };
        Self { inner: Arc::new(inner) }
    }

    fn private(&self) -> Result<&Private, Error> {
        self.inner.private.as_ref().ok_or(Error::NotPrivate)
    }
}

/// How long a start may take, under the name that envtest gave it. Its default of 20 s is short for two cores that
/// also run the tests.
pub(crate) fn start_limit(env: &Env) -> Result<Duration, Error> {
    env.duration("KUBEBUILDER_CONTROLPLANE_START_TIMEOUT", Duration::from_secs(90))
}
