//! The stack around services that answer as the test wants, and around one real socket.

use std::{collections::BTreeMap, convert::Infallible, future::pending};

use bytes::Bytes;
use futures::{StreamExt, stream};
use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full, StreamBody, combinators::UnsyncBoxBody};
use kube::client::Body;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    time::{Instant, sleep},
};
use tower::BoxError;

use super::*;

type AnyBody = UnsyncBoxBody<Bytes, Infallible>;

fn full(text: &'static str) -> AnyBody {
    Full::new(Bytes::from_static(text.as_bytes())).boxed_unsync()
}

/// A body that sends these after these pauses, and then nothing for ever.
fn slow(frames: Vec<(u64, &'static str)>) -> AnyBody {
    let sent = stream::iter(frames).then(|(pause, text)| async move {
        sleep(Duration::from_secs(pause)).await;
        Ok(http_body::Frame::data(Bytes::from_static(text.as_bytes())))
    });
    StreamBody::new(sent.chain(stream::pending())).boxed_unsync()
}

fn stack<F, A>(settings: &ClientSettings, answer: F) -> kube::Client
where
    F: FnMut(Request<Body>) -> A + Send + 'static,
    A: Future<Output = Result<Response<AnyBody>, BoxError>> + Send + 'static,
{
    ClientBuilder::new(tower::service_fn(answer), "default")
        .with_layer(&layer::StackLayer::new(settings))
        .build()
}

fn counts(settings: &ClientSettings) -> BTreeMap<String, u64> {
    let snapshot = settings.counters.snapshot();
    snapshot
        .into_iter()
        .map(|(labels, count)| (format!("{} {}", labels.method, labels.code), count))
        .collect()
}

fn get(uri: &str) -> Request<Body> {
    Request::get(uri).body(Body::empty()).unwrap()
}

#[tokio::test(start_paused = true)]
async fn an_attempt_ends_in_time_whether_headers_or_the_body_are_late() {
    let settings = ClientSettings::new("t/1");
    let client = stack(&settings, |request| async move {
        if request.uri().path() == "/never" {
            pending::<()>().await;
        }
        Ok(Response::new(slow(vec![(20, "half "), (9, "an answer")])))
    });
    let server = Server::new(client, "m");
    for path in ["/never", "/slow"] {
        let start = Instant::now();
        let error = server.call(Call::get(path.to_owned())).await.unwrap_err();
        assert!(
            matches!(error, CallError::TimedOut { after } if after == settings.request_timeout),
            "{error:?}"
        );
        assert_eq!(start.elapsed(), settings.request_timeout);
    }
    assert_eq!(counts(&settings), BTreeMap::from([("GET <error>".into(), 1), ("GET 200".into(), 1)]));
}

#[tokio::test(start_paused = true)]
async fn a_watch_lives_while_it_speaks_and_ends_quietly_when_silent() {
    let settings = ClientSettings::new("t/1");
    let client = stack(&settings, |_| async {
        Ok(Response::new(slow(vec![(50, "one "), (74, "two "), (74, "three")])))
    });
    for query in ["watch=true", "a=b&watch=1"] {
        let start = Instant::now();
        let answer = client.send(get(&format!("/api/v1/pods?{query}"))).await.unwrap();
        let text = answer.into_body().collect().await.unwrap().to_bytes();
        assert_eq!(text, "one two three");
        assert_eq!(start.elapsed(), Duration::from_secs(50 + 74 + 74) + settings.watch_silence);
    }
    let answer = client.send(get("/api/v1/pods?fieldSelector=watch%3Dtrue")).await.unwrap();
    assert!(answer.into_body().collect().await.is_err());
}

#[tokio::test(start_paused = true)]
async fn a_watch_whose_headers_are_late_fails() {
    let settings = ClientSettings::new("t/1");
    let client = stack(&settings, |_| pending());
    assert!(client.send(get("/api/v1/pods?watch=true")).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn retry_after_is_surfaced_to_us_and_waited_out_for_kube() {
    let settings = ClientSettings::new("t/1");
    let client = stack(&settings, |request| async move {
        let code: u16 = request.uri().path()[1..4].parse().unwrap();
        let seconds = &request.uri().path()[5..];
        Ok(Response::builder().status(code).header("retry-after", seconds).body(full("busy")).unwrap())
    });
    let server = Server::new(client.clone(), "m");
    let rows =
        [("/429/7", 7), ("/503/8", 8), ("/504/9", 9), ("/429/9000", 60), ("/500/7", 0), ("/429/soon", 0)];
    for (path, seconds) in rows {
        let wait = Duration::from_secs(seconds);
        let start = Instant::now();
        let answer = server.call(Call::get(path.to_owned())).await.unwrap();
        assert_eq!(
            (answer.retry_after.unwrap_or_default(), start.elapsed()),
            (wait, Duration::ZERO),
            "{path}"
        );
        assert_eq!(answer.body, "busy");
        client.send(get(path)).await.unwrap();
        assert_eq!(start.elapsed(), wait, "{path}");
    }
}

#[tokio::test]
async fn on_the_wire_a_request_names_us_and_is_sent_once() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let wire = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n{}") {
            request.push(socket.read_u8().await.unwrap());
        }
        socket
            .write_all(b"HTTP/1.1 503 Busy\r\nretry-after: 3\r\ncontent-length: 2\r\n\r\n{}")
            .await
            .unwrap();
        String::from_utf8(request).unwrap()
    });
    let mut settings = ClientSettings::new("myapp-operator/0.1.0");
    let mut config = kube::Config::new(format!("http://{address}").parse().unwrap());
    config.headers.push((USER_AGENT, HeaderValue::from_static("kube")));
    let server = Server::new(client(config.clone(), &settings).unwrap(), "m");
    let nothing = serde_json::json!({});
    let call = Call::send(Method::POST, "/a".into(), "application/json", &nothing).query("b c", "d&e");
    let call = Call { query: vec![("b", "d&e/\u{e9}")], ..call };
    let answer = server.call(call).await.unwrap();
    assert_eq!(
        (answer.status, answer.retry_after),
        (StatusCode::SERVICE_UNAVAILABLE, Some(Duration::from_secs(3)))
    );
    assert_eq!(counts(&settings), BTreeMap::from([("POST 503".into(), 1)]));
    let request = wire.await.unwrap();
    assert!(request.starts_with("POST /a?b=d%26e%2F%C3%A9 HTTP/1.1\r\n"), "{request}");
    assert_eq!(request.matches("user-agent:").count(), 1, "{request}");
    assert!(request.contains("user-agent: myapp-operator/0.1.0\r\n"), "{request}");

    // Nobody listens any more.
    let error = server.call(Call::get("/a".into())).await.unwrap_err();
    assert!(matches!(error, CallError::Unreachable(_)), "{error:?}");
    settings.user_agent = "a\nb".into();
    assert!(matches!(client(config, &settings), Err(ClientError::UserAgent(_))));
}

#[test]
fn refusals_are_read_and_redacted() {
    let body =
        br#"{"kind":"Status","code":422,"reason":"Invalid","message":"secret text","details":{"name":"n",
        "kind":"secrets","causes":[{"reason":"FieldValueInvalid","message":"secret text","field":"data"}]}}"#;
    let status = Status::parse(StatusCode::UNPROCESSABLE_ENTITY, body);
    assert!(status.blames("data") && status.has_cause("FieldValueInvalid") && !status.blames("metadata"));
    assert!(!format!("{:?}", status.redacted()).contains("secret text"));
    assert_eq!(Status::parse(StatusCode::BAD_GATEWAY, b"<html>").code, 502);
}

#[tokio::test]
async fn a_port_that_does_not_exist_is_told_as_what_it_is() {
    let try_address = |address: &str| {
        client(kube::Config::new(address.parse().unwrap()), &ClientSettings::new("t/1")).map(drop)
    };
    for address in ["https://127.0.0.1:99999", "https://[::1]:65536", "http://cluster.local:0"] {
        let error = try_address(address).unwrap_err();
        assert!(matches!(&error, ClientError::Port(told) if told.starts_with(address)), "{error:?}");
    }
    for address in ["http://127.0.0.1:6443", "http://[::1]:65535", "http://[::1]", "http://cluster.local"] {
        try_address(address).unwrap();
    }
}
