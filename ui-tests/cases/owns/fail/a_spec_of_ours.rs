//! The struct under a macro in place of the kind that is made of it.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct BackupSpec {}

#[operator(group = "example.com", version = "v1", owns(BackupSpec))]
pub struct MyAppSpec {}

impl Reconcile for Backup {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<BackupChildren, Self::Error> {
        Ok(BackupChildren {})
    }
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren { backup_spec: BackupSpec {} })
    }
}

fn main() {}
