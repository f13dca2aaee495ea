//! The requests of a watch task, and what their failures mean.

use std::{sync::Arc, time::Duration};

use futures::stream::{BoxStream, StreamExt};
use kube::{
    Client,
    api::{ListParams, WatchParams},
    core::{Request, Status, WatchEvent, request::Error as RequestError},
};

use super::{
    raw::{Page, Raw},
    state::{Problem, Verb, WatchError},
    store::Scope,
};
use crate::{
    object::{Kind, describe},
    text::chain,
};

/// How long the server keeps one watch open. It is opened again from where it stood.
pub(super) const WATCH_TIME: Duration = Duration::from_secs(290);

/// How long the answer to one request may take to begin, and a page to be complete. Clients have shorter limits
/// of their own; this one holds for a client without.
const PATIENCE: Duration = Duration::from_secs(60);

/// The events of a watch.
pub(super) type Events = BoxStream<'static, kube::Result<WatchEvent<Raw>>>;

/// Sends the requests of one watch.
#[derive(Clone)]
pub(super) struct Requests {
    pub(super) client: Client,
    pub(super) kind: Kind,
    pub(super) scope: Scope,
    /// Label selector, `None` for everything.
    pub(super) selector: Option<String>,
    /// Whether the server is asked for metadata alone.
    pub(super) metadata_only: bool,
}

impl Requests {
    /// The text of one page of a list.
    ///
    /// Text, because kube logs the whole body of an answer that it cannot decode.
    pub(super) async fn page(&self, size: u32, next: Option<&str>) -> Result<String, WatchError> {
        let params = ListParams {
            label_selector: self.selector.clone(),
            limit: Some(size),
            continue_token: next.map(str::to_owned),
            ..ListParams::default()
        };
        let url = self.url();
        let request = if self.metadata_only { url.list_metadata(&params) } else { url.list(&params) };
        let request = request.map_err(|error| self.unsendable(Verb::List, &error))?;
        self.patiently(Verb::List, self.client.request_text(request)).await
    }

    /// Decodes a page.
    pub(super) fn decode<'a>(&self, text: &'a str) -> Result<Page<'a>, WatchError> {
        let page: Page<'a> = serde_json::from_str(text)
            .map_err(|error| self.error(Verb::List, Problem::Malformed(describe(&error))))?;
        if page.metadata.resource_version.is_empty() {
            return Err(
                self.error(Verb::List, Problem::Malformed("a list without resourceVersion".to_owned()))
            );
        }
        Ok(page)
    }

    /// Starts a watch. The answer has begun when this returns.
    pub(super) async fn watch(&self, version: &str) -> Result<Events, WatchError> {
        self.events(Verb::Watch, version, false).await
    }

    /// Starts a watch that begins with everything there is. The answer has begun when this returns.
    pub(super) async fn stream(&self) -> Result<Events, WatchError> {
        self.events(Verb::List, "", true).await
    }

    async fn events(
        &self,
        verb: Verb,
        version: &str,
        send_initial_events: bool,
    ) -> Result<Events, WatchError> {
        let params = WatchParams {
            label_selector: self.selector.clone(),
            timeout: Some(u32::try_from(WATCH_TIME.as_secs()).unwrap_or(u32::MAX)),
            bookmarks: true,
            send_initial_events,
            ..WatchParams::default()
        };
        let url = self.url();
        let request = match self.metadata_only {
            true => url.watch_metadata(&params, version),
            false => url.watch(&params, version),
        };
        let request = request.map_err(|error| self.unsendable(verb, &error))?;
        let events = self.patiently(verb, self.client.request_events::<Raw>(request)).await?;
        Ok(events.boxed())
    }

    /// What a failure of kube's client means.
    pub(super) fn failed(&self, verb: Verb, error: &kube::Error) -> WatchError {
        match error {
            kube::Error::Api(status) => self.refused(verb, status),
            kube::Error::SerdeError(error) => self.error(verb, Problem::Malformed(describe(error))),
            error => self.error(verb, Problem::Unreachable(chain(error))),
        }
    }

    /// What a refusal means, whether it is the answer or an event of a watch.
    pub(super) fn refused(&self, verb: Verb, status: &Status) -> WatchError {
        let message = || status.message.trim().to_owned();
        let problem = match status.code {
            403 => Problem::Forbidden(message()),
            404 => Problem::Absent,
            410 => Problem::Expired,
            // kube takes every line that is no event for a Status, whose members may all be absent.
            0 => Problem::Malformed("neither an event nor a Status".to_owned()),
            code => Problem::Refused { code, message: message() },
        };
        let seconds = status.details.as_ref().map_or(0, |details| details.retry_after_seconds);
        let retry_after = (seconds > 0).then(|| Duration::from_secs(u64::from(seconds)));
        WatchError { retry_after, ..self.error(verb, problem) }
    }

    pub(super) fn error(&self, verb: Verb, problem: Problem) -> WatchError {
        WatchError::new(verb, &self.kind, self.namespace(), problem)
    }

    fn namespace(&self) -> Option<&Arc<str>> {
        self.scope.as_ref()
    }

    fn url(&self) -> Request {
        Request::new(self.kind.collection(self.scope.as_deref()))
    }

    fn unsendable(&self, verb: Verb, error: &RequestError) -> WatchError {
        self.error(verb, Problem::Unreachable(chain(error)))
    }

    async fn patiently<T>(
        &self,
        verb: Verb,
        answer: impl Future<Output = kube::Result<T>>,
    ) -> Result<T, WatchError> {
        match tokio::time::timeout(PATIENCE, answer).await {
            Ok(answer) => answer.map_err(|error| self.failed(verb, &error)),
            Err(_) => {
                let problem = format!("no answer within {} seconds", PATIENCE.as_secs());
                Err(self.error(verb, Problem::Unreachable(problem)))
            }
        }
    }
}
