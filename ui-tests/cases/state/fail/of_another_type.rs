//! A state of another type than the declared one.
use kubewright::prelude::*;

pub struct Clients;

#[operator(group = "example.com", version = "v1", state = Clients)]
pub struct MyAppSpec {}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() -> std::process::ExitCode {
    kubewright::cli().operator::<MyApp>(|| "clients").main()
}
