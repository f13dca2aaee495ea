//! The one task that writes an operator's events.

use std::{future::pending, sync::Arc, time::Duration};

use http::{Method, StatusCode};
use k8s_openapi::api::events::v1::Event;

use super::{Shared, body, ledger::Write};
use crate::{
    client::{Answer, Call, CallError},
    clock::timestamp,
    object::{Kind, ObjectKey},
};

/// How often a write is tried while the server cannot be reached or is overloaded.
const TRIES: u32 = 3;

/// What became of a write.
enum Outcome {
    Done,
    /// The event is not there: its time was up, or its namespace is gone.
    Absent,
    Refused(String),
    /// Tried again after this delay, if at all.
    Unavailable(Duration),
}

/// Writes for ever.
pub(super) async fn write(shared: Arc<Shared>) {
    loop {
        let (write, due) = {
            let mut ledger = shared.lock();
            let write = ledger.next(shared.clock.now());
            // Under the lock, so that nothing is said between the look and the word.
            shared.idle.send_replace(write.is_none());
            (write, ledger.due())
        };
        match write {
            Some(write) => shared.perform(&write).await,
            None => {
                let due = async {
                    match due {
                        Some(due) => shared.clock.sleep_until(due).await,
                        None => pending().await,
                    }
                };
                tokio::select! {
                    () = due => {}
                    () = shared.said.notified() => {}
                }
            }
        }
    }
}

impl Shared {
    async fn perform(&self, write: &Write) {
        match write {
            Write::Create(said) => {
                let now = timestamp(&*self.clock);
                let name = body::name(&said.about, now);
                let event = self.source.event(said, &name, now);
                let done = self.persist(|| {
                    let path = kind().collection(Some(body::namespace(&said.about)));
                    Call::send(Method::POST, path, "application/json", &event)
                });
                match done.await {
                    Outcome::Done => self.lock().created(said, name, self.clock.now()),
                    // Where nothing can be created any more, nobody reads.
                    Outcome::Absent => self.lock().lost(said),
                    Outcome::Refused(why) => {
                        tracing::debug!(
                            object = said.about.name,
                            said.reason,
                            "the event was not written: {why}"
                        );
                        self.lock().lost(said);
                    }
                    Outcome::Unavailable(_) => {
                        tracing::debug!(object = said.about.name, said.reason, "the event was given up");
                        self.lock().lost(said);
                    }
                }
            }
            Write::Count { said, name, count, last } => {
                let series = body::series(*count, *last);
                let done = self.persist(|| {
                    let key = ObjectKey::namespaced(body::namespace(&said.about), name);
                    Call::send(Method::PATCH, kind().path(&key), "application/merge-patch+json", &series)
                });
                match done.await {
                    Outcome::Absent => self.lock().expired(said, self.clock.now()),
                    // A count that is not taken is not worth more: the next one says as much.
                    _ => self.lock().counted(said, *count, self.clock.now()),
                }
            }
        }
    }

    /// Sends a request, a few times if need be.
    async fn persist<'a>(&self, call: impl Fn() -> Call<'a>) -> Outcome {
        let mut tries = 1;
        loop {
            let outcome = judge(self.server.call(call().query("fieldManager", self.server.manager())).await);
            match outcome {
                Outcome::Unavailable(delay) if tries < TRIES => tokio::time::sleep(delay * tries).await,
                outcome => return outcome,
            }
            tries += 1;
        }
    }
}

fn judge(answer: Result<Answer, CallError>) -> Outcome {
    let unavailable = Outcome::Unavailable(Duration::from_secs(1));
    let answer = match answer {
        Ok(answer) => answer,
        Err(CallError::Request { .. }) => {
            return Outcome::Refused("it has no place on the server".to_owned());
        }
        Err(CallError::TimedOut { .. } | CallError::Unreachable(_)) => return unavailable,
    };
    match answer.status {
        code if code.is_success() => Outcome::Done,
        StatusCode::NOT_FOUND => Outcome::Absent,
        code if code.is_server_error() || code == StatusCode::TOO_MANY_REQUESTS => {
            answer.retry_after.map_or(unavailable, Outcome::Unavailable)
        }
        _ => {
            let status = answer.refusal();
            if status.has_cause("NamespaceTerminating") {
                return Outcome::Absent;
            }
            Outcome::Refused(status.message)
        }
    }
}

fn kind() -> Kind {
    Kind::of::<Event>()
}
