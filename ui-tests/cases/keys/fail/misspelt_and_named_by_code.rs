//! Keys that are nearly right: code that names what they make stays quiet.
use kubewright::{k8s::apps::v1::Deployment, prelude::*};

#[operator(group = "example.com", version = "v1", knd = Application, own(Deployment), statsu = MyAppStatus, webhok(validate))]
pub struct MyAppSpec {}

#[status]
pub struct MyAppStatus {
    pub observed_generation: Option<i64>,
    pub conditions: Conditions<MyAppCondition>,
}

#[derive(ConditionType)]
pub enum MyAppCondition {
    Ready,
    Invalid,
}

impl Reconcile for Application {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<ApplicationChildren, Self::Error> {
        Ok(ApplicationChildren { deployment: Deployment::default() })
    }

    async fn observe(
        &self,
        _cx: &Context<Self>,
        _seen: &ApplicationObserved,
        status: &mut MyAppStatus,
    ) -> Result<Action, Self::Error> {
        status.observed_generation = None;
        Ok(Action::await_change())
    }
}

impl Validate for Application {
    fn validate(&self, _old: Option<&Self>) -> Result<Warnings, Self::Error> {
        Ok(Warnings::none())
    }
}

fn main() {}
