//! `?` on an error that the declared one is not made of.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {}

#[derive(Debug, thiserror::Error, Failure)]
#[error("broken")]
pub enum MyAppError {
    #[failure(transient)]
    Io(std::io::Error),
}

impl Reconcile for MyApp {
    type Error = MyAppError;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        let _content = std::fs::read("config")?;
        Ok(MyAppChildren {})
    }
}

fn main() {}
