//! The client stack: one kube client whose every request is counted, bounded and never logged with its body.
//!
//! kube's own retries are off: they would run inside any layer of ours, fifteen times. Whoever sends a request decides
//! what a failed one means.

mod bounded;
mod counters;
mod layer;
mod server;
mod status;
mod token;

use std::{path::PathBuf, time::Duration};

use http::{HeaderValue, header::USER_AGENT};
use kube::client::ClientBuilder;

use self::token::{Authorized, TokenFile};
pub use self::{
    counters::{Counters, RequestLabels},
    server::{Answer, Call, CallError, Content, Server},
    status::{Cause, Status},
};

/// How a client of this process behaves.
#[derive(Clone, Debug)]
pub struct ClientSettings {
    /// `User-Agent` of every request, such as `myapp-operator/0.1.0`. It is what audit logs and the server's metrics
    /// know us by.
    pub user_agent: String,
    /// How long one request may take, from sending it to the last byte of its answer. Watches are bounded so only until
    /// the answer's headers. 30 s by default.
    pub request_timeout: Duration,
    /// How long a watch may be silent before it is ended, so that its reader resumes it on a new connection.
    /// 75 s by default.
    ///
    /// The server sends a bookmark about once a minute, which keeps a watch alive on which nothing else happens. A
    /// connection that died without a word (a pulled cable, a forgetful firewall) is noticed within 75 s, where kube's
    /// own limit is near 5 minutes.
    pub watch_silence: Duration,
    /// Where requests are counted. Clones share one count.
    pub counters: Counters,
}

/// Why a client could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The user agent holds characters that no HTTP header may hold.
    #[error("{0:?} cannot be a User-Agent header")]
    UserAgent(String),
    /// The token file that the configuration names cannot be read.
    #[error("the token file {} cannot be read", .path.display())]
    Token {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        source: std::io::Error,
    },
    /// The port in the cluster's address is none: ports end at 65535.
    #[error("the cluster's address {0} has a port that does not exist: ports are 1 to 65535")]
    Port(String),
    /// kube refuses the configuration: a certificate, a key or a proxy.
    #[error("the cluster's configuration cannot be used")]
    Config(#[source] Box<kube::Error>),
}

impl ClientSettings {
    /// The defaults, for a program of this name and version.
    pub fn new(user_agent: impl Into<String>) -> Self {
        Self {
            user_agent: user_agent.into(),
            request_timeout: Duration::from_secs(30),
            watch_silence: Duration::from_secs(75),
            counters: Counters::default(),
        }
    }
}

/// A client of the cluster that `config` names. Must be called inside a tokio runtime.
///
/// # Errors
/// [`ClientError`], when the settings or the configuration cannot be used. Nothing is sent yet.
///
/// A token file is read once a minute, and at once when the server refuses the token (401): the request is then sent
/// once more, with the new one.
pub fn client(mut config: kube::Config, settings: &ClientSettings) -> Result<kube::Client, ClientError> {
    let agent = HeaderValue::from_str(&settings.user_agent)
        .map_err(|_| ClientError::UserAgent(settings.user_agent.clone()))?;
    if has_wrong_port(&config.cluster_url) {
        return Err(ClientError::Port(config.cluster_url.to_string()));
    }
    config.headers.retain(|(name, _)| name != USER_AGENT);
    config.headers.push((USER_AGENT, agent));
    config.default_retry = false;
    let token = TokenFile::take(&mut config.auth_info)?;
    let namespace = config.default_namespace.clone();
    let builder = ClientBuilder::try_from(config).map_err(|error| ClientError::Config(Box::new(error)))?;
    let stack = layer::StackLayer::new(settings);
    Ok(match token {
        None => builder.with_layer(&stack).build(),
        Some(token) => {
            let authorized = Authorized { inner: builder.build(), token };
            ClientBuilder::new(authorized, namespace).with_layer(&stack).build()
        }
    })
}

/// `http` takes any digits for a port, and a connection then fails as if nobody listened.
fn has_wrong_port(address: &http::Uri) -> bool {
    let Some(authority) = address.authority() else { return false };
    // An IPv6 address has colons of its own, within brackets.
    let port = authority.as_str().rsplit_once(':').map(|(_, port)| port).filter(|port| !port.contains(']'));
    port.is_some_and(|port| !port.is_empty() && port.parse::<u16>().ok().is_none_or(|port| port == 0))
}

#[cfg(test)]
mod tests;
