//! A control plane of one process: started, killed and restarted on the same folder and port.

use std::{
    path::PathBuf,
    process::Child,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use rustix::process::Signal;

use crate::{
    Error, dirs,
    envtest::{self, Setup},
    process::{self, Ready, Up},
};

/// How a control plane is started. A restart is the same once more, so everything in it stays the same.
#[derive(Debug)]
pub(crate) enum Start {
    /// `devcluster up`.
    Devcluster(Up),
    /// etcd and an API server.
    Envtest(Setup),
}

impl Start {
    fn up(&self, limit: Duration) -> Result<(Child, Ready), Error> {
        match self {
            Self::Devcluster(request) => process::up(request, limit),
            Self::Envtest(setup) => envtest::up(setup, limit),
        }
    }

    fn dir(&self) -> &PathBuf {
        match self {
            Self::Devcluster(request) => &request.dir,
            Self::Envtest(setup) => &setup.dir,
        }
    }

    fn keep_port(&mut self, server: &str) {
        let port = server.rsplit(':').next().and_then(|port| port.trim_end_matches('/').parse().ok());
        match self {
            Self::Devcluster(request) => request.port = port.or(request.port),
            // Chosen when it was set up.
            Self::Envtest(_) => {}
        }
    }
}

/// A control plane that ends with this process.
#[derive(Debug)]
pub(crate) struct Private {
    start: Start,
    limit: Duration,
    /// A folder made for it goes with it.
    temporary: bool,
    child: Mutex<Option<Child>>,
}

impl Private {
    /// Starts it and waits until it is ready.
    pub(crate) fn start(mut start: Start, temporary: bool, limit: Duration) -> Result<(Self, Ready), Error> {
        // After a failure the folder stays, whoever made it: the error names the logs in it. A later start sweeps it.
        let (child, ready) = start.up(limit)?;
        start.keep_port(&ready.server);
        Ok((Self { start, limit, temporary, child: Mutex::new(Some(child)) }, ready))
    }

    /// Ends it with this signal, if it runs, and waits for its end.
    pub(crate) fn end(&self, signal: Signal) -> Result<(), Error> {
        match self.child().take() {
            Some(mut child) => process::end(&mut child, signal),
            None => Ok(()),
        }
    }

    /// Ends it in order, if it runs, and starts it on the same folder and port.
    pub(crate) fn restart(&self) -> Result<(), Error> {
        let mut child = self.child();
        if let Some(mut running) = child.take() {
            process::end(&mut running, Signal::TERM)?;
        }
        *child = Some(self.start.up(self.limit)?.0);
        Ok(())
    }

    fn child(&self) -> MutexGuard<'_, Option<Child>> {
        // What a panicking holder leaves is a child that runs or none: both are fine.
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Private {
    fn drop(&mut self) {
        // Nobody waits for a drop. A folder of the caller's gets an ordered stop, which the end of standard input
        // asks for; a temporary one holds nothing worth it, and must have no writer when it is removed.
        if !self.temporary {
            drop(self.child().take());
        } else if self.end(Signal::KILL).is_ok() {
            let _ = dirs::remove(self.start.dir());
        }
    }
}
