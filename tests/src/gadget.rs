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
    webhook(validate, default),
    state = Script,
    concurrency = 3,
)]
pub struct GadgetSpec {
    /// Goes into the ConfigMap and into the status. [`Gadget::PANIC_IN_VALIDATE`] and
    /// [`Gadget::PANIC_IN_DEFAULT`] stand for what they say.
    #[crd(default = 0)]
    pub value: i64,
}

impl Gadget {
    /// A value at which `validate`, which knows no script, panics.
    pub const PANIC_IN_VALIDATE: i64 = -1;
    /// A value at which `default` panics.
    pub const PANIC_IN_DEFAULT: i64 = -2;
}

impl Validate for Gadget {
    fn validate(&self, _old: Option<&Self>) -> Result<Warnings, Trouble> {
        assert_ne!(self.spec.value, Self::PANIC_IN_VALIDATE, "told to panic in `validate`");
        Ok(Warnings::none())
    }
}

impl Defaults for Gadget {
    fn default(&mut self) {
        assert_ne!(self.spec.value, Self::PANIC_IN_DEFAULT, "told to panic in `default`");
    }
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
