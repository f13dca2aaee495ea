//! The API server's audit log: who asked for what, counted exactly.

use std::{
    collections::HashMap,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    time::Duration,
};

use kube::Client;

use crate::{
    Error,
    dirs::random_suffix,
    wait::{POLL, blocking},
};

mod request;

use request::Event;
pub use request::{Filter, Request};

/// How long the log may lag behind an answer.
const SETTLE_LIMIT: Duration = Duration::from_secs(30);
/// In the URI of a request that only marks a place in the log.
const MARKER: &str = "/version?kubewright-marker=";

/// The audit log of a control plane.
#[derive(Clone, Debug)]
pub struct AuditLog {
    path: PathBuf,
}

impl AuditLog {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// The file: one JSON event per line.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A reader of what comes after now.
    ///
    /// A request that was just answered may not be in the file yet and then counts as later:
    /// [`AuditReader::restart`] after [`AuditReader::settle`] makes the border exact.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] when the file cannot be opened.
    pub fn reader(&self) -> Result<AuditReader, Error> {
        let mut reader = AuditReader { path: self.path.clone(), start: 0 };
        reader.restart()?;
        Ok(reader)
    }
}

/// Reads the requests of an [`AuditLog`] from a place on.
///
/// ```no_run
/// # async fn example(cluster: kubewright_devcluster::Cluster) -> Result<(), kubewright_devcluster::Error> {
/// use kubewright_devcluster::Filter;
///
/// let client = cluster.client("test").await?;
/// let mut reader = cluster.audit().expect("a shared control plane has one").reader()?;
/// reader.settle(&client).await?;
/// reader.restart()?;
/// // .. whatever is to be counted ..
/// reader.settle(&client).await?;
/// let writes = reader.writes(&Filter::agent("my-operator").namespace("my-namespace")).await?;
/// assert_eq!(writes.len(), 1, "{writes:#?}");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct AuditReader {
    path: PathBuf,
    start: u64,
}

impl AuditReader {
    /// Forgets what came before now.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] when the file cannot be opened.
    pub fn restart(&mut self) -> Result<(), Error> {
        self.start = last_line(&self.path).map_err(Error::io(format!("reading {}", self.path.display())))?;
        Ok(())
    }

    /// Waits until everything that was answered before this call is in the log.
    ///
    /// # Errors
    ///
    /// [`Error::Timeout`] after 30 seconds, [`Error::Api`] when the server cannot be reached.
    pub async fn settle(&self, client: &Client) -> Result<(), Error> {
        // An event is written when its answer is complete, and that of a large answer may be written a moment after
        // its reader has it: the second marker is sent when the first is in the log, which gives it that moment.
        for _ in 0..2 {
            self.mark(client).await?;
        }
        Ok(())
    }

    /// All requests since the start of this reader that the filter lets through, in the order of the log.
    ///
    /// Each request is there once. A watch is there when it began after the start of this reader.
    ///
    /// # Errors
    ///
    /// [`Error::Audit`] when the log is damaged, [`Error::Io`] when it cannot be read.
    pub async fn requests(&self, filter: &Filter) -> Result<Vec<Request>, Error> {
        let (reader, filter) = (self.clone(), filter.clone());
        blocking(move || {
            let text = reader.text()?;
            let requests =
                parse(&text).map_err(|reason| Error::Audit { path: reader.path.clone(), reason })?;
            Ok(requests.into_iter().filter(|request| filter.lets_through(request)).collect())
        })
        .await
    }

    /// Of [`requests`](Self::requests) those that change something: [`Request::is_write`].
    ///
    /// # Errors
    ///
    /// As [`requests`](Self::requests).
    pub async fn writes(&self, filter: &Filter) -> Result<Vec<Request>, Error> {
        self.only(filter, Request::is_write).await
    }

    /// Of [`requests`](Self::requests) the reads of one object: [`Request::is_single_read`].
    ///
    /// # Errors
    ///
    /// As [`requests`](Self::requests).
    pub async fn single_reads(&self, filter: &Filter) -> Result<Vec<Request>, Error> {
        self.only(filter, Request::is_single_read).await
    }

    async fn only(&self, filter: &Filter, kept: fn(&Request) -> bool) -> Result<Vec<Request>, Error> {
        let mut requests = self.requests(filter).await?;
        requests.retain(kept);
        Ok(requests)
    }

    async fn mark(&self, client: &Client) -> Result<(), Error> {
        let uri = format!("{MARKER}{}", random_suffix(12));
        let request = http::Request::get(&uri).body(Vec::new());
        let request = request.map_err(kube::Error::HttpError).map_err(Error::api("marking the audit log"))?;
        client.request_text(request).await.map_err(Error::api("marking the audit log"))?;
        let seen = tokio::time::timeout(SETTLE_LIMIT, async {
            loop {
                let (reader, uri) = (self.clone(), uri.clone());
                if blocking(move || Ok::<_, Error>(reader.text()?.contains(&uri))).await? {
                    return Ok(());
                }
                tokio::time::sleep(POLL).await;
            }
        });
        match seen.await {
            Ok(seen) => seen,
            Err(_) => Err(Error::Timeout { what: format!("{uri} in the audit log"), after: SETTLE_LIMIT }),
        }
    }

    /// What was written since the start.
    fn text(&self) -> Result<String, Error> {
        let failed = || Error::io(format!("reading {}", self.path.display()));
        let mut file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.start == 0 => {
                return Ok(String::new());
            }
            opened => opened.map_err(failed())?,
        };
        if file.metadata().map_err(failed())?.len() < self.start {
            let reason = "it became shorter while it was being read".to_owned();
            return Err(Error::Audit { path: self.path.clone(), reason });
        }
        file.seek(SeekFrom::Start(self.start)).map_err(failed())?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed())?;
        // The end may be in the middle of a character; that line is not complete then, and is not read.
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Where the last line begins that is still being written, or would be. An absent file begins with the first request.
fn last_line(path: &Path) -> io::Result<u64> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        opened => opened?,
    };
    let mut end = file.metadata()?.len();
    let mut block = vec![0; 64 * 1024];
    while end > 0 {
        let length = end.min(block.len() as u64);
        file.seek(SeekFrom::Start(end - length))?;
        // A block is longer than any length in it: the conversion cannot cut.
        let block = &mut block[..length as usize];
        file.read_exact(block)?;
        if let Some(place) = block.iter().rposition(|byte| *byte == b'\n') {
            return Ok(end - length + place as u64 + 1);
        }
        end -= length;
    }
    Ok(0)
}

/// The requests of whole lines. What stands behind the last line break is still being written.
fn parse(text: &str) -> Result<Vec<Request>, String> {
    let mut requests: Vec<Request> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    for line in whole.lines() {
        // Bodies are never logged, so the line may be shown.
        let event: Event = serde_json::from_str(line).map_err(|error| format!("{error} in {line}"))?;
        let request = event.into_request();
        if request.uri.starts_with(MARKER) {
            continue;
        }
        match places.get(&request.audit_id) {
            Some(&place) => requests[place].advance(request),
            // The end of a watch that began before.
            None if request.is_end_of_watch() => {}
            None => {
                places.insert(request.audit_id.clone(), requests.len());
                requests.push(request);
            }
        }
    }
    Ok(requests)
}

#[cfg(test)]
mod tests;
