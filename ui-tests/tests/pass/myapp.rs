//! The operator of the documentation, whose expansion is a snapshot in `macros/snapshots/`.

use kubewright::{
    k8s::{
        apps::v1::Deployment,
        core::v1::{ConfigMap, Service},
    },
    prelude::*,
};

const MAX_REPLICAS: i32 = 100;

/// A web application: one Deployment behind one Service.
#[operator(
    group = "example.com", version = "v1", short_name = "ma", category = "all",
    status = MyAppStatus,
    owns(Deployment, Service),
    watches(ConfigMap),
    finalizer = "myapp.example.com/finalizer",
    webhook(validate, default),
    state = ExternalServices,
    concurrency = 3,
)]
pub struct MyAppSpec {
    /// Container image to run.
    #[crd(column)]
    pub image: String,
    /// How many pods should run.
    #[crd(column, scale, default = 1)]
    #[schemars(range(min = 0))]
    pub replicas: i32,
    /// Port the container listens on. Filled in with 8080 when left out.
    #[schemars(range(min = 1))]
    pub port: Option<u16>,
    /// ConfigMap whose content restarts the pods when it changes.
    pub config_map_ref: Option<String>,
    /// A service outside the cluster that the app depends on.
    pub external_service: Option<ExternalService>,
}

/// Something outside of the cluster.
#[schema]
pub struct ExternalService {
    /// Where it answers.
    pub url: String,
}

/// What the operator saw.
#[status]
pub struct MyAppStatus {
    /// Pods that exist.
    #[crd(scale)]
    pub replicas: i32,
    /// Pods that are ready.
    #[crd(column)]
    pub ready_replicas: i32,
    /// Pods that have been ready for long enough.
    pub available_replicas: i32,
    /// Label selector of the pods.
    #[crd(scale(selector))]
    pub selector: String,
    /// Generation that this status speaks of.
    pub observed_generation: Option<i64>,
    /// What is to be said about the object.
    pub conditions: Conditions<MyAppCondition>,
    /// When anything else in the status last changed.
    #[status(last_update_time)]
    pub last_update_time: Option<Time>,
}

/// What is said about a MyApp.
#[derive(ConditionType)]
pub enum MyAppCondition {
    /// All children do what they are for.
    Ready,
    /// The children are changing.
    Progressing,
    /// The spec is refused.
    Invalid,
}

/// What can go wrong with a MyApp.
#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = MyAppCondition)]
pub enum MyAppError {
    /// More replicas than allowed.
    #[error("replicas must be <= {MAX_REPLICAS}")]
    #[failure(permanent, condition = Invalid, reason = "ReplicasExceedsLimit", field = "spec.replicas")]
    TooManyReplicas,
    /// The external service does not answer.
    #[error("external service is unreachable: {0}")]
    #[failure(transient, retry_after = "30s")]
    External(#[from] ProbeError),
}

/// Why a probe failed.
#[derive(Debug, thiserror::Error)]
#[error("status {0}")]
pub struct ProbeError(u16);

/// What passes share.
pub struct ExternalServices;

impl ExternalServices {
    async fn probe(&self, url: &str) -> Result<(), ProbeError> {
        if url.is_empty() { Err(ProbeError(503)) } else { Ok(()) }
    }
}

impl Reconcile for MyApp {
    type Error = MyAppError;

    async fn desired(&self, cx: &Context<Self>) -> Result<MyAppChildren, MyAppError> {
        let _config = self.spec.config_map_ref.as_deref().and_then(|name| cx.get::<ConfigMap>(name));
        Ok(MyAppChildren { deployment: Deployment::default(), service: Service::default() })
    }

    async fn observe(
        &self,
        cx: &Context<Self>,
        seen: &MyAppObserved,
        status: &mut MyAppStatus,
    ) -> Result<Action, MyAppError> {
        status.replicas = seen.deployment.replicas().current;
        match &self.spec.external_service {
            Some(service) => {
                cx.state().probe(&service.url).await?;
                Ok(Action::requeue(minutes(5)))
            }
            None => Ok(Action::await_change()),
        }
    }
}

impl Cleanup for MyApp {
    async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, MyAppError> {
        Ok(Cleaned::Done)
    }
}

impl Validate for MyApp {
    fn validate(&self, _old: Option<&Self>) -> Result<Warnings, MyAppError> {
        if self.spec.replicas > MAX_REPLICAS {
            Err(MyAppError::TooManyReplicas)
        } else {
            Ok(Warnings::none())
        }
    }
}

impl Defaults for MyApp {
    fn default(&mut self) {
        self.spec.port.get_or_insert(8080);
    }
}

#[test]
fn declares_what_was_written() {
    let declaration = MyApp::DECLARATION;
    assert_eq!((declaration.name, declaration.plural), ("myapp-operator", "myapps"));
    assert_eq!(declaration.short_names, ["ma"]);
    assert_eq!(
        declaration.owns.iter().map(|entry| entry.entry).collect::<Vec<_>>(),
        ["deployment", "service"]
    );
    assert_eq!(declaration.finalizer, Some("myapp.example.com/finalizer"));
    assert_eq!(declaration.concurrency, 3);
    assert_eq!(declaration.description, "A web application: one Deployment behind one Service.");
}

#[test]
fn the_crd_is_as_the_server_wants_it() {
    let crd = MyApp::crd();
    assert_eq!(kubewright::declare::problems(&crd), []);
    let version = &crd.spec.versions[0];
    let columns = version.additional_printer_columns.iter().flatten();
    let paths: Vec<_> = columns.map(|column| column.json_path.as_str()).take(3).collect();
    assert_eq!(paths, [".spec.image", ".spec.replicas", ".status.readyReplicas"]);
    let scale = version.subresources.as_ref().and_then(|subresources| subresources.scale.as_ref()).unwrap();
    assert_eq!(scale.spec_replicas_path, ".spec.replicas");
    assert_eq!(scale.status_replicas_path, ".status.replicas");
    assert_eq!(scale.label_selector_path.as_deref(), Some(".status.selector"));
}

#[test]
fn defaults_fill_what_is_left_out() {
    let spec: MyAppSpec = kubewright::__private::serde_json::from_str(r#"{ "image": "nginx" }"#).unwrap();
    assert_eq!((spec.replicas, spec.port), (1, None));
}

#[test]
fn errors_say_what_they_mean() {
    let refused = MyAppError::TooManyReplicas.verdict();
    assert_eq!((refused.reason, refused.condition), ("ReplicasExceedsLimit", Some("Invalid")));
    assert_eq!(refused.field, Some("spec.replicas"));
    let unreachable = MyAppError::External(ProbeError(503)).verdict();
    let retry_after = Some(seconds(30));
    assert_eq!(unreachable.class, kubewright::failure::Class::Transient { retry_after });
    assert_eq!((unreachable.reason, unreachable.condition), ("External", None));
}
