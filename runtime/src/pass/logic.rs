//! User code with its types taken away: what a pass calls.

use std::{
    any::Any,
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use futures::{FutureExt, future::BoxFuture};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tracing::error;

use crate::{
    action::{Action, Cleaned, Warnings},
    children::{Child, Children, Live, Observed, Wanted},
    clock::Clock,
    context::{Context, Visit},
    failure::{Failed, Failure},
    object::{DecodeError, Object, ObjectKey},
    operator::{Operator, Reconcile},
    panics,
    source::{Source, SourceContext},
    status::{ConditionType, Status, StatusFields},
    store::Objects,
};

/// An operator's code.
pub(crate) trait Logic: Send + Sync {
    /// Types an object, for one pass.
    fn decode(&self, object: &Object, visit: Arc<Visit>) -> Result<Box<dyn Subject>, DecodeError>;
    /// The streams of keys from outside.
    fn sources(&self, objects: Arc<dyn Objects>, clock: Arc<dyn Clock>) -> Vec<Source>;
    /// A stored status as this operator's type writes it; the default status if it does not decode.
    fn normalise(&self, stored: &Value) -> Value;
    /// The fields that the runtime fills.
    fn fields(&self) -> Option<StatusFields>;
    /// The condition types that this operator writes.
    fn conditions(&self) -> &'static [&'static str];
    /// The condition types that its failures set.
    fn failure_conditions(&self) -> &'static [&'static str];
}

/// One typed object in one pass. A panic in user code comes out as a failure.
pub(crate) trait Subject: Send + Sync {
    /// Fills in defaults, then validates.
    fn admit(&mut self) -> Result<Warnings, Failed>;
    /// The wanted children.
    fn desired(&self) -> BoxFuture<'_, Result<Vec<Child>, Failed>>;
    /// The status as `observe` leaves it, and what it says about the next visit.
    fn observe(&self, live: Live, status: Value) -> BoxFuture<'_, (Value, Result<Action, Failed>)>;
    /// The cleanup.
    fn clean(&self) -> BoxFuture<'_, Result<Cleaned, Failed>>;
}

/// [`Logic`] of a typed operator.
pub(crate) struct Typed<O: Operator> {
    state: Arc<O::State>,
}

impl<O: Operator> Typed<O> {
    pub(crate) fn new(state: O::State) -> Self {
        Self { state: Arc::new(state) }
    }
}

impl<O: Reconcile> Logic for Typed<O> {
    fn decode(&self, object: &Object, visit: Arc<Visit>) -> Result<Box<dyn Subject>, DecodeError> {
        let kind = O::DECLARATION.kind;
        let object: O = match object.decode(kind) {
            Ok(object) => object,
            // Somebody else may have written what is in the status. The spec is what the user asked for.
            Err(_) => object.without_status()?.decode(kind)?,
        };
        Ok(Box::new(One { object, cx: Context::new(visit, self.state.clone()) }))
    }

    fn sources(&self, objects: Arc<dyn Objects>, clock: Arc<dyn Clock>) -> Vec<Source> {
        O::sources(&SourceContext::new(self.state.clone(), objects, clock))
    }

    fn normalise(&self, stored: &Value) -> Value {
        encode(&decode_status::<O::Status>(stored))
    }

    fn fields(&self) -> Option<StatusFields> {
        O::Status::FIELDS
    }

    fn conditions(&self) -> &'static [&'static str] {
        <O::Status as Status>::Condition::ALL
    }

    fn failure_conditions(&self) -> &'static [&'static str] {
        O::Error::CONDITIONS
    }
}

struct One<O: Operator> {
    object: O,
    cx: Context<O>,
}

impl<O: Reconcile> Subject for One<O> {
    fn admit(&mut self) -> Result<Warnings, Failed> {
        let object = &mut self.object;
        catch_unwind(AssertUnwindSafe(|| object.fill_defaults()))
            .map_err(|panic| panicked("default", self.cx.key(), &*panic))?;
        catch_unwind(AssertUnwindSafe(|| object.check(None)))
            .unwrap_or_else(|panic| Err(panicked("validate", self.cx.key(), &*panic)))
    }

    fn desired(&self) -> BoxFuture<'_, Result<Vec<Child>, Failed>> {
        contained("desired", self.cx.key(), async {
            let children = self.object.desired(&self.cx).await.map_err(|error| Failed::of(&error))?;
            let mut wanted = Wanted::default();
            children.collect(&mut wanted);
            wanted.finish().map_err(|problem| Failed::transient("ChildUnwritable", problem))
        })
    }

    fn observe(&self, live: Live, status: Value) -> BoxFuture<'_, (Value, Result<Action, Failed>)> {
        async move {
            // A live child of another shape than its type must not stop the status of the rest.
            let seen = match O::Observed::gather(&live) {
                Ok(seen) => seen,
                Err(problem) => {
                    return (status, Err(Failed::transient("Undecodable", problem.to_string())));
                }
            };
            let mut typed = decode_status::<O::Status>(&status);
            let result = contained("observe", self.cx.key(), async {
                self.object.observe(&self.cx, &seen, &mut typed).await.map_err(|error| Failed::of(&error))
            })
            .await;
            // After a panic nobody knows which half of the status was written.
            let panicked = matches!(&result, Err(failed) if failed.reason == PANICKED);
            (if panicked { status } else { encode(&typed) }, result)
        }
        .boxed()
    }

    fn clean(&self) -> BoxFuture<'_, Result<Cleaned, Failed>> {
        contained("cleanup", self.cx.key(), self.object.clean(&self.cx))
    }
}

/// Reason of a failure that was a panic.
pub(crate) const PANICKED: &str = "Panicked";

/// Runs user code; a panic before or after an await becomes a failure that is tried again with backoff.
fn contained<'a, T: 'a>(
    what: &'static str,
    key: &'a ObjectKey,
    work: impl Future<Output = Result<T, Failed>> + Send + 'a,
) -> BoxFuture<'a, Result<T, Failed>> {
    AssertUnwindSafe(work)
        .catch_unwind()
        .map(move |result| result.unwrap_or_else(|panic| Err(panicked(what, key, &*panic))))
        .boxed()
}

/// A panic as a failure. Its place goes to the log alone: it may be a path of the machine that built the operator.
fn panicked(what: &str, key: &ObjectKey, panic: &(dyn Any + Send)) -> Failed {
    let text = panic.downcast_ref::<&str>().copied().map(str::to_owned);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    let place = panics::place().unwrap_or_else(|| "an unknown place".to_owned());
    error!(object = %key, "`{what}` panicked at {place}: {text}");
    Failed::transient(PANICKED, format!("`{what}` panicked: {text}"))
}

fn decode_status<S: DeserializeOwned + Default>(stored: &Value) -> S {
    if stored.is_null() { S::default() } else { S::deserialize(stored).unwrap_or_default() }
}

fn encode(status: &impl Serialize) -> Value {
    // A status that can't be written as JSON is refused by its derive; an empty one is written instead of a panic.
    serde_json::to_value(status).unwrap_or(Value::Null)
}
