//! More selectable fields than a server takes, in several types.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1")]
pub struct MyAppSpec {
    #[crd(selectable)]
    pub one: String,
    #[crd(selectable)]
    pub two: String,
    pub first: Three,
    pub second: Option<Three>,
    #[crd(selectable)]
    pub nine: String,
}

#[schema]
pub struct Three {
    #[crd(selectable)]
    pub a: String,
    #[crd(selectable)]
    pub b: u16,
    #[crd(selectable)]
    pub c: bool,
}

impl Reconcile for MyApp {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<MyAppChildren, Self::Error> {
        Ok(MyAppChildren {})
    }
}

fn main() {}
