//! A client whose watches the test holds back and bends.

use std::{
    collections::VecDeque,
    convert::Infallible,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use http::{Request, Response, Uri};
use kube::{Client, client::Body};
use tokio::sync::Semaphore;

/// What becomes of a watch.
pub(crate) enum Fate {
    /// The server gets it as it is.
    AsItIs,
    /// The server ends it after a second.
    Short,
    /// It is too old: what the server says after it has compacted its history.
    Expired,
}

/// What a server says that does not stream lists.
const NO_STREAMS: &str = concat!(
    r#"{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","reason":"Invalid","code":422,"#,
    r#""message":"sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled"}"#,
);

const EXPIRED: &str = concat!(
    r#"{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","#,
    r#""message":"too old resource version: 1 (2)","reason":"Expired","code":410}}"#,
    "\n"
);

/// Holds every watch back until the test lets it go, and counts the lists.
#[derive(Clone)]
pub(crate) struct Tap {
    gate: Arc<Semaphore>,
    /// What becomes of each watch that is let go.
    fates: Arc<Mutex<VecDeque<Fate>>>,
    lists: Arc<Mutex<Vec<String>>>,
    waiting: Arc<AtomicUsize>,
}

impl Tap {
    pub(crate) fn new(client: Client) -> (Self, Client) {
        let tap = Self {
            gate: Arc::new(Semaphore::new(0)),
            fates: Arc::default(),
            lists: Arc::default(),
            waiting: Arc::default(),
        };
        let own = tap.clone();
        let service = tower::service_fn(move |request: Request<Body>| {
            let (tap, client) = (own.clone(), client.clone());
            async move { Ok::<_, Infallible>(tap.pass(&client, request).await) }
        });
        (tap, Client::new(service, "default"))
    }

    /// Lets the next watch go.
    pub(crate) fn open(&self, fate: Fate) {
        self.fates.lock().unwrap().push_back(fate);
        self.gate.add_permits(1);
    }

    /// How many watches are held back.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::SeqCst)
    }

    /// The lists so far, their paths and queries.
    pub(crate) fn lists(&self) -> Vec<String> {
        self.lists.lock().unwrap().clone()
    }

    async fn pass(&self, client: &Client, mut request: Request<Body>) -> Response<Body> {
        let asked = request.uri().to_string();
        if asked.contains("sendInitialEvents=true") {
            // Lists and watches are to be told apart here.
            let refusal = Response::builder().status(422).header("content-type", "application/json");
            return refusal.body(Body::from(NO_STREAMS.as_bytes().to_vec())).unwrap();
        }
        if asked.contains("watch=true") {
            self.waiting.fetch_add(1, Ordering::SeqCst);
            self.gate.acquire().await.unwrap().forget();
            self.waiting.fetch_sub(1, Ordering::SeqCst);
            match self.fates.lock().unwrap().pop_front().unwrap() {
                Fate::AsItIs => {}
                Fate::Short => {
                    let short = asked.replace("timeoutSeconds=290", "timeoutSeconds=1");
                    assert_ne!(short, asked);
                    *request.uri_mut() = short.parse::<Uri>().unwrap();
                }
                // The control plane of a test is too young to have forgotten anything.
                Fate::Expired => return Response::new(Body::from(EXPIRED.as_bytes().to_vec())),
            }
        } else {
            self.lists.lock().unwrap().push(asked);
        }
        client.send(request).await.unwrap()
    }
}
