//! Logic in all its forms: the neighbours of `cases/reconcile`, `cases/children`, `cases/finalizer`, `cases/webhook` and
//! `cases/state`.

use std::{convert::Infallible, future::Future};

use kubewright::{
    k8s::{
        apps::v1::Deployment,
        core::v1::{ConfigMap, Secret, Service},
    },
    prelude::*,
};

/// What passes share, behind an alias.
pub struct Clients {
    pub calls: std::sync::atomic::AtomicUsize,
}

pub type Shared = std::sync::Arc<Clients>;

#[operator(
    group = "example.com",
    version = "v1",
    owns(Deployment, config: ConfigMap, Option<Service>, Vec<Secret>),
    finalizer = "logic.example.com/finalizer",
    webhook(validate, default),
    state = Shared,
)]
pub struct LogicSpec {
    pub replicas: i32,
    pub names: Vec<String>,
}

impl Reconcile for Logic {
    type Error = Infallible;

    // Parameters may have any names, and the error its own.
    async fn desired(&self, context: &Context<Logic>) -> Result<LogicChildren, Infallible> {
        context.state().calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let secrets = self.spec.names.iter().map(|name| Secret {
            metadata: ObjectMeta { name: Some(name.clone()), ..ObjectMeta::default() },
            ..Secret::default()
        });
        Ok(LogicChildren {
            deployment: Deployment::default(),
            config: ConfigMap::default(),
            service: (self.spec.replicas > 0).then(Service::default),
            secrets: secrets.collect(),
        })
    }

    async fn observe(
        &self,
        _: &Context<Self>,
        seen: &LogicObserved,
        _: &mut NoStatus,
    ) -> Result<Action, Self::Error> {
        let all = seen.secrets.iter().all(|secret| secret.ready().is_ready());
        let replicas = seen.deployment.replicas();
        let there = seen.service.get().is_some() && seen.config.get().is_some();
        Ok(if all && there && replicas.ready == replicas.desired {
            Action::requeue(minutes(5))
        } else {
            Action::await_change()
        })
    }
}

impl Cleanup for Logic {
    async fn cleanup(&self, cx: &Context<Self>) -> Result<Cleaned, Infallible> {
        let calls = cx.state().calls.load(std::sync::atomic::Ordering::Relaxed);
        Ok(if calls == 0 { Cleaned::Done } else { Cleaned::RetryAfter(seconds(5)) })
    }
}

impl Validate for Logic {
    fn validate(&self, old: Option<&Self>) -> Result<Warnings, Infallible> {
        Ok(match old {
            Some(old) if old.spec.replicas > self.spec.replicas => Warnings::none().with("fewer than before"),
            _ => Warnings::none(),
        })
    }
}

impl Defaults for Logic {
    fn default(&mut self) {
        self.spec.replicas = self.spec.replicas.max(1);
    }
}

/// Futures by other names than `async`, and no child at all.
#[operator(group = "example.com", version = "v1", kind = Plain)]
pub struct LogicOfPlainSpec {}

impl Reconcile for Plain {
    type Error = Infallible;

    fn desired(&self, _: &Context<Self>) -> impl Future<Output = Result<PlainChildren, Infallible>> + Send {
        std::future::ready(Ok(PlainChildren {}))
    }
}

#[test]
fn handlers_are_called_through_the_kind() {
    let mut logic = Logic::new("a", LogicSpec { replicas: 0, names: vec![] });
    let old = Logic::new("a", LogicSpec { replicas: 2, names: vec![] });
    logic.fill_defaults();
    assert_eq!(logic.spec.replicas, 1);
    assert_eq!(logic.check(Some(&old)).unwrap().texts(), ["fewer than before"]);
    assert_eq!(Logic::DECLARATION.finalizer, Some("logic.example.com/finalizer"));
    // What nobody declares does nothing.
    let mut plain = Plain::new("a", LogicOfPlainSpec {});
    plain.fill_defaults();
    assert_eq!(plain.check(None).unwrap().texts(), [""; 0]);
}
