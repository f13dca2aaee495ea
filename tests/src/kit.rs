//! Kit: an optional child, any number of children, and one that the server may refuse.

use std::collections::BTreeMap;

use kubewright::{
    k8s::core::v1::{ConfigMap, Service, ServicePort, ServiceSpec},
    prelude::*,
};

use crate::script::{Place, Script, Trouble, TroubleStatus};

/// An object with a set of children.
#[operator(
    group = "kit.kubewright.test", version = "v1",
    status = TroubleStatus,
    owns(spare: Option<ConfigMap>, parts: Vec<ConfigMap>, Option<Service>),
    state = Script,
)]
pub struct KitSpec {
    /// Whether there is a spare.
    #[crd(default = false)]
    pub spare: bool,
    /// The names of the parts. An empty one is left to the runtime.
    #[crd(default = Vec::new())]
    pub parts: Vec<String>,
    /// Port of the Service, if there is to be one. The server refuses those beyond 65535.
    pub port: Option<i32>,
}

impl Reconcile for Kit {
    type Error = Trouble;

    async fn desired(&self, cx: &Context<Self>) -> Result<KitChildren, Trouble> {
        let name = self.name_any();
        cx.state().called(Place::Desired, &name);
        cx.state().play(Place::Desired, &name).await?;
        Ok(KitChildren {
            spare: self.spec.spare.then(|| part("")),
            parts: self.spec.parts.iter().map(|name| part(name)).collect(),
            service: self.spec.port.map(service),
        })
    }
}

fn part(name: &str) -> ConfigMap {
    let name = (!name.is_empty()).then(|| name.to_owned());
    ConfigMap {
        metadata: ObjectMeta { name, ..ObjectMeta::default() },
        data: Some(BTreeMap::from([("part".to_owned(), "yes".to_owned())])),
        ..ConfigMap::default()
    }
}

fn service(port: i32) -> Service {
    let port = ServicePort { port, ..ServicePort::default() };
    Service {
        spec: Some(ServiceSpec { ports: Some(vec![port]), ..ServiceSpec::default() }),
        ..Service::default()
    }
}
