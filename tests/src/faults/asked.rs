//! A request as the layer sees it.

use std::fmt;

use http::{Method, Request, Uri, header::AUTHORIZATION};

/// One request of the operator under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Its number among all requests, from 1.
    pub number: u64,
    /// How many like it (verb, resource, name) there were, with this one.
    pub time: u64,
    /// `get`, `list`, `watch`, `create`, `update`, `patch` or `delete`.
    pub verb: &'static str,
    /// Plural, such as `deployments`; empty for what is no resource.
    pub resource: String,
    /// Such as `status`, or empty.
    pub subresource: String,
    /// Name of the object, or empty.
    pub name: String,
    /// Path and query.
    pub path: String,
    /// Whether its answer goes on for as long as somebody listens: a watch, or a list that comes as events of one.
    pub streams: bool,
    /// The token that it came with.
    pub token: Option<String>,
}

impl Asked {
    /// What a request asks. Numbers are the caller's to fill in.
    pub(super) fn of<B>(request: &Request<B>) -> Self {
        let token = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = token.and_then(|value| value.strip_prefix("Bearer ")).map(str::to_owned);
        Self { token, ..Self::read(request.method(), request.uri()) }
    }

    /// Reads a request line.
    pub(super) fn read(method: &Method, uri: &Uri) -> Self {
        let query = uri.query().unwrap_or_default();
        let mut parts = uri.path().trim_matches('/').split('/');
        match parts.next() {
            Some("api") => drop(parts.next()),
            Some("apis") => drop((parts.next(), parts.next())),
            _ => {}
        }
        let mut parts: Vec<&str> = parts.collect();
        if parts.len() > 2 && parts[0] == "namespaces" {
            parts.drain(..2);
        }
        let part = |at: usize| parts.get(at).copied().unwrap_or_default().to_owned();
        let (resource, name, subresource) = (part(0), part(1), part(2));
        let asks = |pair| *method == Method::GET && query.split('&').any(|one| one == pair);
        let streams = asks("watch=true");
        let verb = match *method {
            Method::GET if streams && !asks("sendInitialEvents=true") => "watch",
            Method::GET if name.is_empty() => "list",
            Method::GET => "get",
            Method::POST => "create",
            Method::PUT => "update",
            Method::DELETE => "delete",
            _ => "patch",
        };
        let path = uri.path_and_query().map(ToString::to_string).unwrap_or_default();
        Self { number: 0, time: 0, verb, resource, subresource, name, path, streams, token: None }
    }

    /// Whether it changes something.
    pub fn is_write(&self) -> bool {
        !matches!(self.verb, "get" | "list" | "watch")
    }

    /// Whether it reads a whole kind, or waits for its changes.
    pub fn is_list_or_watch(&self) -> bool {
        matches!(self.verb, "list" | "watch")
    }

    /// What is the same in requests that differ in number only.
    pub(super) fn like(&self) -> String {
        let slash = if self.subresource.is_empty() { "" } else { "/" };
        format!("{} {}{slash}{} {}", self.verb, self.resource, self.subresource, self.name)
    }
}

impl fmt::Display for Asked {
    /// `#12 patch deployments app, its 2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{} {}, its {}", self.number, self.like().trim_end(), self.time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_as_the_audit_log_names_them() {
        let read = |method, uri: &str| Asked::read(&method, &uri.parse().unwrap()).like();
        let apps = "/apis/apps/v1/namespaces/a/deployments";
        assert_eq!(
            read(Method::PATCH, &format!("{apps}/web/status?force=true")),
            "patch deployments/status web"
        );
        assert_eq!(read(Method::GET, &format!("{apps}?watch=true&x=y")), "watch deployments ");
        assert_eq!(read(Method::GET, &format!("{apps}?limit=500")), "list deployments ");
        let streamed = format!("{apps}?watch=true&sendInitialEvents=true");
        assert_eq!(read(Method::GET, &streamed), "list deployments ");
        assert_eq!(read(Method::GET, "/api/v1/namespaces/a/configmaps/x"), "get configmaps x");
        assert_eq!(read(Method::DELETE, "/api/v1/namespaces/a"), "delete namespaces a");
        assert_eq!(read(Method::POST, "/apis/events.k8s.io/v1/namespaces/a/events"), "create events ");
    }
}
