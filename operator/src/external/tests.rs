//! Probes against listeners of this process.

use std::{net::SocketAddr, time::Duration};

use kubewright::prelude::ObjectKey;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

use super::{AddressError, ExternalServices, ProbeError, check};

/// A service that answers each request with this status line, and hands over what it was asked.
async fn service(status: &'static str) -> (SocketAddr, tokio::sync::mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (asked, questions) = tokio::sync::mpsc::channel(8);
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = listener.accept().await {
            let mut question = vec![0; 4096];
            let length = connection.read(&mut question).await.unwrap();
            // Most tests do not ask what was asked.
            let _ = asked.send(String::from_utf8_lossy(&question[..length]).into_owned()).await;
            let answer =
                format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nlocation: http://127.0.0.1:1/\r\n\r\n");
            connection.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    (address, questions)
}

fn key() -> ObjectKey {
    ObjectKey::namespaced("default", "app")
}

async fn probe(url: &str) -> Result<(), ProbeError> {
    ExternalServices::new().probe(&key(), url).await
}

#[tokio::test]
async fn any_answer_below_500_is_an_answer() {
    for status in ["200 OK", "204 No Content", "301 Moved Permanently", "401 Unauthorized", "404 Not Found"] {
        let (address, _) = service(status).await;
        probe(&format!("http://{address}")).await.unwrap();
    }
}

#[tokio::test]
async fn an_answer_of_500_or_above_is_none() {
    for status in ["500 Internal Server Error", "503 Service Unavailable"] {
        let (address, _) = service(status).await;
        let error = probe(&format!("http://{address}/")).await.unwrap_err();
        assert_eq!(error.to_string(), format!("http://{address} answers {status}"));
    }
}

#[tokio::test]
async fn a_refused_connection_is_said() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let error = probe(&format!("http://{address}")).await.unwrap_err();
    assert!(matches!(error, ProbeError::NoAnswer { .. }), "{error:?}");
    assert_eq!(error.to_string(), format!("http://{address} does not answer"));
}

#[tokio::test]
async fn silence_ends_with_the_time_out() {
    // Connections are accepted by the kernel and never read.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let services = ExternalServices::with_time_out(Duration::from_millis(20));
    let error =
        services.probe(&key(), &format!("http://{}", listener.local_addr().unwrap())).await.unwrap_err();
    assert!(matches!(error, ProbeError::TimedOut { .. }), "{error:?}");
    assert!(error.to_string().ends_with("does not answer within 20ms"), "{error}");
}

#[tokio::test]
async fn the_path_is_asked_for_and_credentials_are_neither_sent_nor_said() {
    let (address, mut questions) = service("500 Internal Server Error").await;
    let url = format!("http://user:secret@{address}/health?token=hidden");
    let error = probe(&url).await.unwrap_err();
    let question = questions.recv().await.unwrap();
    assert!(question.starts_with("GET /health?token=hidden HTTP/1.1\r\n"), "{question}");
    for told in [question.replace("?token=hidden", ""), format!("{error} {error:?}")] {
        for secret in ["user", "secret", "dXNlcjpzZWNyZXQ", "hidden"] {
            assert!(!told.contains(secret), "{told}");
        }
    }
}

#[tokio::test]
async fn what_speaks_no_tls_is_no_https_service() {
    let (address, _questions) = service("200 OK").await;
    let error = probe(&format!("https://{address}")).await.unwrap_err();
    assert!(matches!(error, ProbeError::NoAnswer { .. }), "{error:?}");
}

#[tokio::test]
async fn an_object_that_goes_is_forgotten() {
    let (address, _questions) = service("200 OK").await;
    let services = ExternalServices::new();
    services.probe(&key(), &format!("http://{address}")).await.unwrap();
    assert_eq!(services.reachable().get(&key()), Some(&true));
    services.forget(&key());
    assert!(services.reachable().is_empty());
}

#[test]
fn addresses_are_http_urls_with_a_host() {
    for good in ["http://a", "https://a.example.com:8443/x?y", "http://u:p@[::1]:80/", "HTTP://a"] {
        assert_eq!(check(good), Ok(()), "{good}");
    }
    for (bad, error) in [
        ("", AddressError::NoUrl),
        ("http://", AddressError::NoUrl),
        ("http://a b", AddressError::NoUrl),
        ("a.example.com", AddressError::Scheme),
        ("/path", AddressError::Scheme),
        ("ftp://a", AddressError::Scheme),
        ("http://:80", AddressError::Host),
    ] {
        assert_eq!(check(bad), Err(error), "{bad}");
    }
}
