//! `depends_on`: what is written when, and what waits.

use std::collections::BTreeMap;

use kubewright::{
    k8s::{apps::v1::Deployment, core::v1::ConfigMap},
    manager::Running,
    prelude::*,
};
use kubewright_tests::{Script, Trouble, TroubleStatus, World, message, said};
use serde_json::{Value, json};

/// A chain, declared from its end: the app needs its database and its parts, these need the settings.
#[operator(
    group = "chain.kubewright.test", version = "v1",
    status = TroubleStatus,
    owns(
        app: Deployment(depends_on(database, parts, extra)),
        database: Deployment(depends_on = settings),
        parts: Vec<ConfigMap>(depends_on(settings)),
        extra: Option<Deployment>,
        settings: ConfigMap,
    ),
    state = Script,
)]
pub(crate) struct ChainSpec {
    /// Image of the app and of the database.
    #[crd(default = "nginx:1.27")]
    pub(crate) image: String,
    /// Names of the parts.
    #[crd(default = Vec::new())]
    pub(crate) parts: Vec<String>,
    /// Entries whose pods find no node.
    #[crd(default = Vec::new())]
    pub(crate) stuck: Vec<String>,
    /// Whether there is an extra.
    #[crd(default = false)]
    pub(crate) extra: bool,
}

impl Reconcile for Chain {
    type Error = Trouble;

    async fn desired(&self, _cx: &Context<Self>) -> Result<ChainChildren, Trouble> {
        let data = || Some(BTreeMap::from([("image".to_owned(), self.spec.image.clone())]));
        let part = |name: &String| ConfigMap {
            metadata: ObjectMeta { name: Some(name.clone()), ..ObjectMeta::default() },
            data: data(),
            ..ConfigMap::default()
        };
        Ok(ChainChildren {
            app: self.deployment("app"),
            database: self.deployment("database"),
            parts: self.spec.parts.iter().map(part).collect(),
            extra: self.spec.extra.then(|| self.deployment("extra")),
            settings: ConfigMap { data: data(), ..ConfigMap::default() },
        })
    }
}

impl Chain {
    fn deployment(&self, entry: &str) -> Deployment {
        let labels = json!({"chain": self.name_any(), "entry": entry});
        let node = self.spec.stuck.iter().any(|stuck| stuck == entry).then_some(json!({"no": "where"}));
        let deployment = json!({
            "spec": {
                "replicas": 1,
                "selector": {"matchLabels": labels},
                "template": {
                    "metadata": {"labels": labels},
                    "spec": {
                        "nodeSelector": node,
                        "containers": [{"name": "main", "image": self.spec.image}],
                    },
                },
            },
        });
        serde_json::from_value(deployment).expect("a Deployment")
    }
}

struct Test {
    world: World,
    running: Running,
}

impl Test {
    async fn begin(name: &str, spec: Value) -> Option<Self> {
        let world = World::of::<Chain>(name).await?;
        let running = world.start::<Chain>(Script::default()).await;
        world.create_as::<Chain>(json!({"metadata": {"name": "c"}, "spec": spec})).await;
        Some(Self { world, running })
    }

    async fn edit(&self, spec: Value) {
        self.world.edit::<Chain>("c", json!({"spec": spec})).await;
    }

    async fn until_ready(&self) {
        self.world.until_said::<Chain>("c", "Ready", "True/Available").await;
        self.world.quiet(&self.running).await;
    }

    /// Waits until it waits with these words in its message.
    async fn until_waiting(&self, words: &str) {
        let object = self
            .world
            .until::<Chain>("c", words, |object| {
                said(object, "Ready") == "False/Waiting" && message(object, "Ready").contains(words)
            })
            .await;
        assert_eq!(said(&object, "Progressing"), "True/ChildrenChanging");
        self.world.quiet(&self.running).await;
    }

    /// Writes of children since the last mark, in order: `deployments c-app 201`.
    async fn writes(&mut self) -> Vec<String> {
        let sent = self.world.sent().await;
        let ours = |line: &String| !line.contains("chains") && !line.contains("events");
        sent.into_iter().filter(ours).map(|line| line.replacen("patch ", "", 1)).collect()
    }

    async fn there<K>(&self, name: &str) -> bool
    where
        K: kube::Resource<DynamicType = ()>,
        K::Scope: kubewright::object::Scoped,
    {
        self.world.read::<K>(name).await.is_some()
    }
}

#[tokio::test]
async fn children_are_written_once_each_after_what_they_depend_on_is_ready() {
    let Some(mut test) = Test::begin("order", json!({"parts": ["p", "q"]})).await else { return };
    test.until_ready().await;
    let writes = test.writes().await;
    let place = |name: &str| writes.iter().position(|write| write.contains(name)).unwrap();
    let mut sorted = writes.clone();
    sorted.sort_unstable();
    let all = [
        "configmaps c-settings 201",
        "configmaps p 201",
        "configmaps q 201",
        "deployments c-app 201",
        "deployments c-database 201",
    ];
    assert_eq!(sorted, all, "one write for each, and no read: {writes:?}");
    assert_eq!((place("c-settings"), place("c-app")), (0, 4), "{writes:?}");
    // The app came when the database was ready, and not before.
    let made = |object: &Value| object["metadata"]["creationTimestamp"].as_str().unwrap().to_owned();
    let (app, database) =
        (test.world.get::<Deployment>("c-app").await, test.world.get::<Deployment>("c-database").await);
    let ready = database["status"]["conditions"].as_array().unwrap().iter();
    let ready = ready.clone().find(|condition| condition["type"] == "Available").unwrap();
    assert!(*made(&app) >= *ready["lastTransitionTime"].as_str().unwrap(), "{app} {ready}");

    // What changes in one of them goes down the chain in the same order; what is settled is not touched.
    test.world.mark().await;
    test.edit(json!({"image": "nginx:1.28"})).await;
    test.world.until::<Deployment>("c-app", "it is changed", |app| image(app) == "nginx:1.28").await;
    test.until_ready().await;
    let writes = test.writes().await;
    assert_eq!(
        (writes.len(), &*writes[0], &*writes[4]),
        (5, "configmaps c-settings 200", "deployments c-app 200")
    );
    test.world.mark().await;
    test.world.edit::<Chain>("c", json!({"metadata": {"labels": {"touched": "yes"}}})).await;
    test.world.quiet(&test.running).await;
    assert_eq!(test.world.sent().await, [""; 0]);
    assert!(test.running.stop().await);
}

#[tokio::test]
async fn a_dependency_that_is_not_ready_holds_up_what_is_new_and_nothing_else() {
    let Some(mut test) = Test::begin("held", json!({"stuck": ["database"], "parts": ["p"]})).await else {
        return;
    };
    test.until_waiting("Deployment c-app: waits for Deployment c-database: ").await;
    assert!(test.there::<ConfigMap>("p").await, "the parts wait for the settings alone");
    assert!(!test.there::<Deployment>("c-app").await);
    test.world.mark().await;
    test.world.edit::<Chain>("c", json!({"metadata": {"labels": {"touched": "yes"}}})).await;
    test.world.quiet(&test.running).await;
    assert_eq!(test.world.sent().await, [""; 0], "waiting sends nothing");
    assert_eq!(test.running.queues()[0].retries, 0, "an event ends the wait");

    test.edit(json!({"stuck": []})).await;
    test.until_ready().await;
    let writes = test.writes().await;
    assert_eq!(writes, ["deployments c-database 200", "deployments c-app 201"]);

    // The app is not to change: what a hand changes of it is put back at once.
    test.edit(json!({"stuck": ["database"]})).await;
    test.world.until_said::<Chain>("c", "Ready", "False/Waiting").await;
    test.world.quiet(&test.running).await;
    test.world.mark().await;
    test.world.edit::<Deployment>("c-app", json!({"spec": {"replicas": 2}})).await;
    test.world.until::<Deployment>("c-app", "it is put back", |app| app["spec"]["replicas"] == 1).await;
    test.world.quiet(&test.running).await;
    assert_eq!(test.writes().await, ["deployments c-app 200"]);

    // A new wish for it waits.
    test.world.mark().await;
    test.edit(json!({"image": "nginx:1.28"})).await;
    test.until_waiting("Deployment c-app: waits for Deployment c-database: ").await;
    test.world
        .until::<ConfigMap>("c-settings", "it is changed", |c| c["data"]["image"] == "nginx:1.28")
        .await;
    test.world.quiet(&test.running).await;
    assert_eq!(image(&test.world.get::<Deployment>("c-app").await), "nginx:1.27");
    let writes = test.writes().await;
    assert!(writes.iter().all(|write| !write.contains("c-app")), "{writes:?}");
    test.edit(json!({"stuck": []})).await;
    test.world.until::<Deployment>("c-app", "it is changed", |app| image(app) == "nginx:1.28").await;
    test.until_ready().await;
    assert!(test.running.stop().await);
}

#[tokio::test]
async fn an_optional_dependency_and_each_of_many_count() {
    let Some(mut test) = Test::begin("counted", json!({"extra": true, "stuck": ["extra"]})).await else {
        return;
    };
    // A change of the words alone is written once a minute, so the first ones may be of the database.
    test.until_waiting("Deployment c-app: waits for Deployment c-").await;
    let ready = |database: &Value| database["status"]["readyReplicas"] == 1;
    test.world.until::<Deployment>("c-database", "it is ready", ready).await;
    test.world.quiet(&test.running).await;
    assert!(!test.there::<Deployment>("c-app").await);
    // One that is not wanted any more is waited for no longer.
    test.edit(json!({"extra": false})).await;
    test.until_ready().await;
    test.world.until_gone::<Deployment>("c-extra").await;

    // Somebody else has the name of one part: a new wish for the app waits for both parts.
    test.world.create_as::<ConfigMap>(json!({"metadata": {"name": "theirs"}})).await;
    test.edit(json!({"parts": ["theirs", "ours"], "image": "nginx:1.28"})).await;
    test.world.until_said::<Chain>("c", "Ready", "False/NameTaken").await;
    test.world.until::<ConfigMap>("ours", "it is there", |_| true).await;
    let moved =
        |database: &Value| image(database) == "nginx:1.28" && database["status"]["readyReplicas"] == 1;
    test.world.until::<Deployment>("c-database", "it is changed", moved).await;
    test.world.quiet(&test.running).await;
    assert_eq!(image(&test.world.get::<Deployment>("c-app").await), "nginx:1.27");
    test.edit(json!({"parts": ["ours"]})).await;
    test.world.until::<Deployment>("c-app", "it is changed", |app| image(app) == "nginx:1.28").await;

    // It goes while it waits: nothing more is made.
    test.edit(json!({"stuck": ["database", "app"], "image": "nginx:1.29"})).await;
    test.world.until_said::<Chain>("c", "Ready", "False/Waiting").await;
    test.world.delete::<Chain>("c").await;
    test.world.until_gone::<Chain>("c").await;
    test.world.until_gone::<Deployment>("c-database").await;
    test.world.until_gone::<Deployment>("c-app").await;
    test.world.mark().await;
    test.world.quiet(&test.running).await;
    assert_eq!(test.world.sent().await, [""; 0]);
    assert!(test.running.stop().await);
}

fn image(deployment: &Value) -> &str {
    deployment["spec"]["template"]["spec"]["containers"][0]["image"].as_str().unwrap_or_default()
}
