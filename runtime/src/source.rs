//! Streams of keys from outside of the cluster: `source = path`.
//!
//! A message queue, a database, a time table: whatever says that an object is to be looked at. The stream begins with the
//! operator's passes and ends with the operator. It is no place for work: a pass finds out itself what is to be done.
//!
//! ```
//! use kubewright::{prelude::*, source::{SourceContext, Stream, StreamExt}};
//! # use std::sync::Mutex;
//! # use tokio::sync::mpsc;
//!
//! /// Where the names of tenants come from that have paid.
//! pub struct Payments {
//!     paid: Mutex<Option<mpsc::Receiver<String>>>,
//! }
//!
//! #[operator(group = "example.com", version = "v1", state = Payments, source = paid, source = hourly)]
//! pub struct TenantSpec {
//!     pub plan: String,
//! }
//!
//! fn paid(cx: SourceContext<Tenant>) -> impl Stream<Item = ObjectKey> {
//!     let paid = cx.state().paid.lock().ok().and_then(|mut paid| paid.take());
//!     kubewright::source::stream::unfold(paid, |paid| async move {
//!         let mut paid = paid?;
//!         let name = paid.recv().await?;
//!         Some((ObjectKey::namespaced("tenants", &name), Some(paid)))
//!     })
//! }
//!
//! fn hourly(cx: SourceContext<Tenant>) -> impl Stream<Item = ObjectKey> {
//!     cx.every(minutes(60), |tenant| tenant.spec.plan == "trial")
//! }
//! # impl Reconcile for Tenant {
//! #     type Error = std::convert::Infallible;
//! #     async fn desired(&self, _: &Context<Self>) -> Result<TenantChildren, Self::Error> { Ok(TenantChildren {}) }
//! # }
//! ```

use std::{fmt, sync::Arc, time::Duration};

pub use futures::stream::{self, BoxStream, Stream, StreamExt};

use crate::{
    clock::Clock,
    object::ObjectKey,
    operator::Operator,
    store::{Objects, Store},
};

/// What a source is given: the operator's state, its objects, and the time.
pub struct SourceContext<O: Operator> {
    state: Arc<O::State>,
    objects: Arc<dyn Objects>,
    clock: Arc<dyn Clock>,
}

/// A stream that has not begun.
pub(crate) type Begin = Box<dyn FnOnce() -> BoxStream<'static, ObjectKey> + Send>;

/// A source of an operator, without its types.
pub struct Source {
    pub(crate) name: &'static str,
    pub(crate) begin: Begin,
}

/// The stream that a function of `source = ..` returns.
#[diagnostic::on_unimplemented(
    message = "a source is a stream of `ObjectKey`, and `{Self}` is none",
    label = "not a stream of `ObjectKey`",
    note = "write it like `fn outside(cx: SourceContext<MyApp>) -> impl Stream<Item = ObjectKey>`; what it yields must be `Send`, too"
)]
pub trait Keys: Send + 'static {
    /// The stream without its type.
    fn keys(self) -> BoxStream<'static, ObjectKey>;
}

#[diagnostic::do_not_recommend]
impl<S: Stream<Item = ObjectKey> + Send + 'static> Keys for S {
    fn keys(self) -> BoxStream<'static, ObjectKey> {
        self.boxed()
    }
}

impl<O: Operator> SourceContext<O> {
    pub(crate) fn new(state: Arc<O::State>, objects: Arc<dyn Objects>, clock: Arc<dyn Clock>) -> Self {
        Self { state, objects, clock }
    }

    /// What all passes of this operator share.
    pub fn state(&self) -> &O::State {
        &self.state
    }

    /// The objects that the operator serves.
    pub fn objects(&self) -> Store<'_, O> {
        Store::new(&*self.objects)
    }

    /// Keys of those objects for which `wanted` holds, all of them once in each period (at least 1 s), the first time after
    /// one. A period that passes while the process is asleep is left out.
    ///
    /// For all objects alike there is `resync`, and for one object `Action::requeue`.
    pub fn every(
        &self,
        period: Duration,
        wanted: impl Fn(&O) -> bool + Send + 'static,
    ) -> BoxStream<'static, ObjectKey> {
        let cx = self.clone();
        self.ticks(period).flat_map(move |()| stream::iter(cx.objects().keys_where(&wanted))).boxed()
    }

    /// Yields once in each period (at least 1 s), by the operator's clock.
    pub fn ticks(&self, period: Duration) -> BoxStream<'static, ()> {
        let period = period.max(Duration::from_secs(1));
        let clock = self.clock.clone();
        let first = clock.now().checked_add(period);
        stream::unfold(first, move |due| {
            let clock = clock.clone();
            async move {
                // Beyond the clock's range: never.
                let Some(due) = due else { return std::future::pending().await };
                clock.sleep_until(due).await;
                let next = due.checked_add(period);
                let missed = next.is_some_and(|next| next <= clock.now());
                Some(((), if missed { clock.now().checked_add(period) } else { next }))
            }
        })
        .boxed()
    }
}

impl<O: Operator> Clone for SourceContext<O> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), objects: self.objects.clone(), clock: self.clock.clone() }
    }
}

impl<O: Operator> fmt::Debug for SourceContext<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceContext").finish_non_exhaustive()
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("name", &self.name).finish_non_exhaustive()
    }
}
