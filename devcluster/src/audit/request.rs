//! One request as the audit log tells it.

use std::fmt;

use jiff::Timestamp;
use serde::Deserialize;

/// Which requests are wanted. The default lets all through.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only those whose `User-Agent` contains this.
    pub user_agent_contains: Option<String>,
    /// Only those to this namespace: neither other namespaces nor cluster-scoped objects.
    pub namespace: Option<String>,
}

impl Filter {
    /// Those whose `User-Agent` contains this.
    pub fn agent(part: impl Into<String>) -> Self {
        Self { user_agent_contains: Some(part.into()), namespace: None }
    }

    /// Of these, those to one namespace.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = Some(namespace.into());
        self
    }

    pub(super) fn lets_through(&self, request: &Request) -> bool {
        self.user_agent_contains.as_ref().is_none_or(|part| request.user_agent.contains(part))
            && self.namespace.as_ref().is_none_or(|namespace| request.namespace == *namespace)
    }
}

/// A request to the API server. Text that does not apply is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The server's own id of the request.
    pub audit_id: String,
    /// `create`, `update`, `patch`, `delete`, `deletecollection`, `get`, `list` or `watch`.
    pub verb: String,
    /// API group; empty for the core group.
    pub group: String,
    /// Plural of the kind, for example `deployments`. Empty for a path that is no resource, such as `/version`.
    pub resource: String,
    /// For example `status`.
    pub subresource: String,
    /// Namespace of the object.
    pub namespace: String,
    /// Name of the object.
    pub name: String,
    /// HTTP status of the answer; 0 while there is none.
    pub code: u16,
    /// Path and query.
    pub uri: String,
    /// `User-Agent` of the client.
    pub user_agent: String,
    /// `ResponseStarted` for a watch, `ResponseComplete` for all others, `Panic` when the server failed.
    pub stage: String,
    /// When the server received it.
    pub time: Timestamp,
}

impl Request {
    /// Whether it changes something, if the server accepts it. A dry run does not.
    pub fn is_write(&self) -> bool {
        matches!(self.verb.as_str(), "create" | "update" | "patch" | "delete" | "deletecollection")
            && !self.resource.is_empty()
            && !self.uri.contains("dryRun=")
    }

    /// Whether it reads one object: the read that a cache is there to avoid.
    pub fn is_single_read(&self) -> bool {
        self.verb == "get" && !self.resource.is_empty()
    }

    /// Whether it lists or watches.
    pub fn is_list_or_watch(&self) -> bool {
        matches!(self.verb.as_str(), "list" | "watch")
    }

    /// Whether it was answered with all objects of a kind, in pages or as the first events of a watch.
    pub fn is_list(&self) -> bool {
        let streamed =
            self.verb == "watch" && self.code == 200 && self.uri.contains("sendInitialEvents=true");
        self.verb == "list" || streamed
    }

    /// Takes what a later event of the same request says. A watch stays as it began: its end is no news.
    pub(super) fn advance(&mut self, later: Request) {
        if self.verb != "watch" || self.code == 0 {
            *self = later;
        }
    }

    /// Whether this event ends a watch that had begun. One that is refused never begins and ends at once.
    pub(super) fn is_end_of_watch(&self) -> bool {
        self.verb == "watch" && self.stage == "ResponseComplete" && self.code == 200
    }
}

impl fmt::Display for Request {
    /// `patch apps/deployments/status my-ns/my-app 200`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { verb, group, resource, subresource, namespace, name, code, uri, .. } = self;
        if resource.is_empty() {
            return write!(f, "{verb} {uri} {code}");
        }
        let join = |parts: &[&str]| {
            let given: Vec<_> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
            given.join("/")
        };
        write!(f, "{verb} {}", join(&[group, resource, subresource]))?;
        let object = join(&[namespace, name]);
        if !object.is_empty() {
            write!(f, " {object}")?;
        }
        write!(f, " {code}")
    }
}

/// `audit.k8s.io/v1` `Event`, as far as it is used.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Event {
    #[serde(rename = "auditID")]
    audit_id: String,
    stage: String,
    verb: String,
    #[serde(rename = "requestURI")]
    request_uri: String,
    #[serde(default)]
    user_agent: String,
    #[serde(default)]
    object_ref: ObjectRef,
    #[serde(default)]
    response_status: ResponseStatus,
    request_received_timestamp: Timestamp,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct ObjectRef {
    resource: String,
    namespace: String,
    name: String,
    api_group: String,
    subresource: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ResponseStatus {
    code: u16,
}

impl Event {
    pub(super) fn into_request(self) -> Request {
        Request {
            audit_id: self.audit_id,
            verb: self.verb,
            group: self.object_ref.api_group,
            resource: self.object_ref.resource,
            subresource: self.object_ref.subresource,
            namespace: self.object_ref.namespace,
            name: self.object_ref.name,
            code: self.response_status.code,
            uri: self.request_uri,
            user_agent: self.user_agent,
            stage: self.stage,
            time: self.request_received_timestamp,
        }
    }
}
