//! Passing a request on to the real server.

use bytes::Bytes;
use http::{HeaderName, Request, Response, header, response::Parts};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use kubewright::__private::kube::{self, client};

use super::body::Broken;

/// What belongs to one connection only, or to whoever speaks to the server.
const OF_ONE_CONNECTION: [HeaderName; 6] = [
    header::HOST,
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::ACCEPT_ENCODING,
    header::AUTHORIZATION,
];

/// The whole request, for a client of the server.
pub(super) async fn read(request: Request<Incoming>) -> Result<Request<client::Body>, Broken> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.map_err(|_| Broken)?.to_bytes();
    let path = head.uri.path_and_query().map_or("/", |path| path.as_str());
    let mut onward = Request::builder().method(head.method).uri(path);
    for (name, value) in &head.headers {
        if !OF_ONE_CONNECTION.contains(name) {
            onward = onward.header(name, value);
        }
    }
    onward.body(client::Body::from(body)).map_err(|_| Broken)
}

/// Sends it. The answer's head comes without what is of one connection only.
pub(super) async fn send(
    server: &kube::Client,
    request: Request<client::Body>,
) -> Result<(Parts, client::Body), Broken> {
    let (mut head, body) = server.send(request).await.map_err(|_| Broken)?.into_parts();
    for name in &OF_ONE_CONNECTION {
        head.headers.remove(name);
    }
    Ok((head, body))
}

/// An answer of a list as it is known before it is passed on.
pub(super) async fn collect(head: Parts, body: client::Body) -> Result<Response<Bytes>, Broken> {
    let bytes = body.collect().await.map_err(|_| Broken)?.to_bytes();
    Ok(Response::from_parts(head, bytes))
}
