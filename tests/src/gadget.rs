//! Gadget: one ConfigMap with a value, a finalizer, and a script.

use std::{collections::BTreeMap, future::Future};

use kubewright::{k8s::core::v1::ConfigMap, prelude::*};

use crate::script::{Place, Script, Trouble, TroubleStatus};

/// An object whose operator does what a test says.
#[operator(
    group = "gadget.kubewright.test", version = "v1",
    status = TroubleStatus,
    owns(ConfigMap),
    finalizer = "gadget.kubewright.test/finalizer",
    state = Script,
    concurrency = 3,
)]
pub struct GadgetSpec {
    /// Goes into the ConfigMap and into the status.
    #[crd(default = 0)]
    pub value: i64,
}

impl Reconcile for Gadget {
    type Error = Trouble;

    fn desired(&self, cx: &Context<Self>) -> impl Future<Output = Result<GadgetChildren, Trouble>> + Send {
        let name = self.name_any();
        cx.state().called(Place::Desired, &name);
        async move {
            cx.state().note(&name, self.spec.value);
            cx.state().play(Place::Desired, &name).await?;
            let data = BTreeMap::from([("value".to_owned(), self.spec.value.to_string())]);
            Ok(GadgetChildren { config_map: ConfigMap { data: Some(data), ..ConfigMap::default() } })
        }
    }

    fn observe(
        &self,
        cx: &Context<Self>,
        _seen: &GadgetObserved,
        status: &mut TroubleStatus,
    ) -> impl Future<Output = Result<Action, Trouble>> + Send {
        let name = self.name_any();
        cx.state().called(Place::Observe, &name);
        async move {
            status.value = self.spec.value;
            cx.state().play(Place::Observe, &name).await
        }
    }
}

impl Cleanup for Gadget {
    fn cleanup(&self, cx: &Context<Self>) -> impl Future<Output = Result<Cleaned, Trouble>> + Send {
        let name = self.name_any();
        cx.state().called(Place::Cleanup, &name);
        async move {
            cx.state().play(Place::Cleanup, &name).await?;
            Ok(Cleaned::Done)
        }
    }
}
