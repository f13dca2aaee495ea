//! MyApp's types by the macros: made by `check.sh`, of this head and of `operator/src/myapp.rs`.

use kubewright::{
    k8s::{
        apps::v1::Deployment,
        core::v1::{ConfigMap, Service},
    },
    prelude::*,
};

use stubs::{AddressError, ExternalServices, ProbeError};

/// The least that the macros ask for.
mod stubs;

const MAX_REPLICAS: i32 = 100;

