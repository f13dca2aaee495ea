//! A bearer token in a file, as every pod has one.
//!
//! kube reads such a file once a minute and takes a refusal for the server's last word, so an account whose old token is
//! withdrawn at once is out of work for a minute. Here a refused token is read anew, and the request sent once more.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use futures::future::BoxFuture;
use http::{HeaderValue, Request, Response, StatusCode, header::AUTHORIZATION};
use kube::{client::Body, config::AuthInfo};
use tokio::time::Instant;
use tower::Service;

use super::ClientError;

/// How old a token may be when it is sent: what client-go allows, too.
const READ_AGAIN: Duration = Duration::from_secs(60);

/// The file, and what was read last.
#[derive(Clone)]
pub(super) struct TokenFile(Arc<Inner>);

struct Inner {
    path: PathBuf,
    last: Mutex<(HeaderValue, Instant)>,
}

impl TokenFile {
    /// Takes the file over from kube, if it is what kube would use.
    pub(super) fn take(auth: &mut AuthInfo) -> Result<Option<Self>, ClientError> {
        let others = auth.auth_provider.is_some() || auth.username.is_some() || auth.token.is_some();
        let Some(path) = auth.token_file.take_if(|_| !others) else { return Ok(None) };
        let path = PathBuf::from(path);
        let header = read(&path).map_err(|source| ClientError::Token { path: path.clone(), source })?;
        Ok(Some(Self(Arc::new(Inner { path, last: Mutex::new((header, Instant::now())) }))))
    }

    fn header(&self) -> HeaderValue {
        let mut last = self.0.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.1.elapsed() >= READ_AGAIN {
            // A file that cannot be read at the moment, or was taken away on purpose: the token may still be good.
            *last = (read(&self.0.path).unwrap_or_else(|_| last.0.clone()), Instant::now());
        }
        last.0.clone()
    }

    /// The token that takes the place of a refused one, if there is another.
    fn another(&self, refused: &HeaderValue) -> Option<HeaderValue> {
        let header = read(&self.0.path).ok().filter(|header| header != refused)?;
        *self.0.last.lock().unwrap_or_else(PoisonError::into_inner) = (header.clone(), Instant::now());
        Some(header)
    }
}

/// A client whose every request carries the token of a file.
pub(super) struct Authorized {
    pub(super) inner: kube::Client,
    pub(super) token: TokenFile,
}

impl Service<Request<Body>> for Authorized {
    type Response = Response<Body>;
    type Error = kube::Error;
    type Future = BoxFuture<'static, Result<Self::Response, kube::Error>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), kube::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let (inner, token) = (self.inner.clone(), self.token.clone());
        Box::pin(async move {
            let sent = token.header();
            request.headers_mut().insert(AUTHORIZATION, sent.clone());
            let again = copy(&request);
            let answer = inner.send(request).await?;
            if answer.status() != StatusCode::UNAUTHORIZED {
                return Ok(answer);
            }
            // Who is not let in has done nothing: a write can be sent once more.
            let (Some(mut request), Some(header)) = (again, token.another(&sent)) else { return Ok(answer) };
            request.headers_mut().insert(AUTHORIZATION, header);
            inner.send(request).await
        })
    }
}

/// `None` for a body that can be read once only.
fn copy(request: &Request<Body>) -> Option<Request<Body>> {
    let mut copy = Request::new(request.body().try_clone()?);
    *copy.method_mut() = request.method().clone();
    *copy.uri_mut() = request.uri().clone();
    *copy.headers_mut() = request.headers().clone();
    *copy.extensions_mut() = request.extensions().clone();
    Some(copy)
}

fn read(path: &Path) -> std::io::Result<HeaderValue> {
    let text = fs::read_to_string(path)?;
    let mut header = HeaderValue::try_from(format!("Bearer {}", text.trim()))
        // The error without its source, which might be shown with the token.
        .map_err(|_| std::io::Error::other("it holds what no HTTP header may hold"))?;
    header.set_sensitive(true);
    Ok(header)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auth(json: serde_json::Value) -> AuthInfo {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn a_file_is_taken_over_only_where_kube_would_use_it() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(&file, "first\n").unwrap();
        let path = file.path().to_str().unwrap();
        let mut both = auth(serde_json::json!({"token": "t", "tokenFile": path}));
        assert!(TokenFile::take(&mut both).unwrap().is_none());
        assert!(both.token_file.is_some());
        let mut alone = auth(serde_json::json!({"tokenFile": path}));
        let token = TokenFile::take(&mut alone).unwrap().unwrap();
        assert!(alone.token_file.is_none());
        let first = token.header();
        assert_eq!(first, "Bearer first");
        assert_eq!(format!("{first:?}"), "Sensitive", "it is in no log");
        assert_eq!(token.another(&first), None, "the same token would be refused again");
        fs::write(&file, "second").unwrap();
        assert_eq!(token.another(&first).unwrap(), "Bearer second");
        fs::write(&file, "a\nb").unwrap();
        assert_eq!(token.another(&first), None);
        assert_eq!(token.header(), "Bearer second", "what was read last stays good");
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let mut auth = auth(serde_json::json!({"tokenFile": "/nowhere/token"}));
        let Err(error) = TokenFile::take(&mut auth) else { panic!("there is no such file") };
        assert_eq!(error.to_string(), "the token file /nowhere/token cannot be read");
    }
}
