//! The signals that end `dev`: Ctrl-C, SIGTERM, and the terminal that closes.

use std::{future::poll_fn, io, task::Poll};

use tokio::signal::unix::{Signal, SignalKind, signal};

/// Listens from the moment it is made, so that no signal is lost between two waits.
pub(crate) struct Stop {
    signals: [Signal; 3],
}

/// The user asked to stop.
#[derive(Debug, thiserror::Error)]
#[error("stopped by the user")]
pub(crate) struct Stopped;

impl Stop {
    /// Starts to listen.
    pub(crate) fn listen() -> io::Result<Self> {
        let signals = [
            signal(SignalKind::interrupt())?,
            signal(SignalKind::terminate())?,
            signal(SignalKind::hangup())?,
        ];
        Ok(Self { signals })
    }

    /// Waits for the next signal. May be dropped at any time.
    pub(crate) async fn asked(&mut self) {
        poll_fn(|context| {
            let got = self.signals.iter_mut().any(|signal| signal.poll_recv(context).is_ready());
            if got { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }

    /// Does some work unless a signal comes first, which drops the work.
    pub(crate) async fn or<T>(&mut self, work: impl Future<Output = T>) -> Result<T, Stopped> {
        tokio::select! {
            biased;
            () = self.asked() => Err(Stopped),
            done = work => Ok(done),
        }
    }
}
