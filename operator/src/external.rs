//! Services outside of the cluster: whether they answer.

use std::{collections::HashMap, sync::Mutex, time::Duration};

use bytes::Bytes;
use http::{Request, StatusCode, Uri, uri::Scheme};
use http_body_util::Empty;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use kubewright::prelude::ObjectKey;
use tracing::{info, warn};

/// How long a service may take to answer.
const TIME_OUT: Duration = Duration::from_secs(5);

/// Asks services, and remembers for each object how its service last answered, so that changes are logged once.
#[derive(Debug)]
pub struct ExternalServices {
    client: Client<HttpsConnector<HttpConnector>, Empty<Bytes>>,
    time_out: Duration,
    reachable: Mutex<HashMap<ObjectKey, bool>>,
}

/// Why a service counts as unreachable. Says where, without credentials, path or query.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// It can't be asked at all.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// No connection, or one that broke.
    #[error("{at} does not answer")]
    NoAnswer {
        /// Scheme, host and port.
        at: String,
        /// What happened.
        #[source]
        source: hyper_util::client::legacy::Error,
    },
    /// Nothing came in time.
    #[error("{at} does not answer within {after:?}")]
    TimedOut {
        /// Scheme, host and port.
        at: String,
        /// How long was waited.
        after: Duration,
    },
    /// It answered that it is broken.
    #[error("{at} answers {status}")]
    Broken {
        /// Scheme, host and port.
        at: String,
        /// 500 or above.
        status: StatusCode,
    },
}

/// Why an address can't be asked. Does not repeat it: it may hold credentials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Not a URL.
    #[error("the address is no URL")]
    NoUrl,
    /// No scheme, or another one.
    #[error("the address does not start with http:// or https://")]
    Scheme,
    /// No host.
    #[error("the address names no host")]
    Host,
}

/// An address that can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Address {
    uri: Uri,
    /// Scheme, host and port: what may be told to everybody.
    at: String,
}

impl Default for ExternalServices {
    fn default() -> Self {
        Self::new()
    }
}

impl ExternalServices {
    /// With a time-out of 5 s.
    pub fn new() -> Self {
        Self::with_time_out(TIME_OUT)
    }

    /// With another time-out.
    pub fn with_time_out(time_out: Duration) -> Self {
        Self { client: client(), time_out, reachable: Mutex::default() }
    }

    /// Asks the service of an object. Any HTTP answer below 500 means that it is there: whether the operator may
    /// use it is not the question. Redirects are answers and are not followed; credentials in the address are not
    /// sent.
    ///
    /// # Errors
    /// [`ProbeError`].
    pub async fn probe(&self, key: &ObjectKey, url: &str) -> Result<(), ProbeError> {
        let result = self.ask(url).await;
        let known = self.reachable().insert(key.clone(), result.is_ok());
        match &result {
            Ok(()) if known == Some(false) => info!(object = %key, "the external service is reachable again"),
            Err(error) if known != Some(false) => warn!(object = %key, %error, "external service"),
            _ => {}
        }
        result
    }

    /// Forgets an object that has no service any more, or that goes.
    pub fn forget(&self, key: &ObjectKey) {
        self.reachable().remove(key);
    }

    async fn ask(&self, url: &str) -> Result<(), ProbeError> {
        let Address { uri, at } = url.parse()?;
        let mut request = Request::new(Empty::new());
        *request.uri_mut() = uri;
        match tokio::time::timeout(self.time_out, self.client.request(request)).await {
            Err(_) => Err(ProbeError::TimedOut { at, after: self.time_out }),
            Ok(Err(source)) => Err(ProbeError::NoAnswer { at, source }),
            Ok(Ok(answer)) if answer.status().is_server_error() => {
                Err(ProbeError::Broken { at, status: answer.status() })
            }
            Ok(Ok(_)) => Ok(()),
        }
    }

    fn reachable(&self) -> std::sync::MutexGuard<'_, HashMap<ObjectKey, bool>> {
        // Each entry stands for itself, so what a panic left behind is as good as before.
        self.reachable.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Whether an address can be asked.
///
/// # Errors
/// [`AddressError`].
pub fn check(url: &str) -> Result<(), AddressError> {
    url.parse::<Address>().map(|_| ())
}

impl std::str::FromStr for Address {
    type Err = AddressError;

    fn from_str(url: &str) -> Result<Self, AddressError> {
        let parts = url.parse::<Uri>().map_err(|_| AddressError::NoUrl)?.into_parts();
        let scheme = parts.scheme.filter(|scheme| [Scheme::HTTP, Scheme::HTTPS].contains(scheme));
        let scheme = scheme.ok_or(AddressError::Scheme)?;
        let authority = parts.authority.filter(|authority| !authority.host().is_empty());
        let authority = authority.ok_or(AddressError::Host)?;
        let host = authority.as_str().rsplit_once('@').map_or(authority.as_str(), |(_, host)| host);
        let at = format!("{scheme}://{host}");
        let path = parts.path_and_query.as_ref().map_or("/", |path| path.as_str());
        let uri = format!("{at}{path}").parse().map_err(|_| AddressError::NoUrl)?;
        Ok(Self { uri, at })
    }
}

/// A client that opens a connection for each question: the next one comes in minutes.
fn client() -> Client<HttpsConnector<HttpConnector>, Empty<Bytes>> {
    let mut roots = rustls::RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    let (usable, _) = roots.add_parsable_certificates(found.certs);
    if usable == 0 {
        warn!("no trusted certificates on this machine: external services with https count as unreachable");
    }
    let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    let versions = rustls::DEFAULT_VERSIONS;
    #[expect(
        clippy::expect_used,
        reason = "fails only if the provider and the protocol versions share no cipher \
        suite, and ring has suites for TLS 1.2 and 1.3"
    )]
    let tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(versions)
        .expect("ring serves the default versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connector = HttpsConnectorBuilder::new().with_tls_config(tls).https_or_http().enable_http1().build();
    Client::builder(TokioExecutor::new()).pool_max_idle_per_host(0).build(connector)
}

#[cfg(test)]
mod tests;
