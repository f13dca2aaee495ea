//! What is in a Secret is in no log, no status and no event, whatever goes wrong with it.

use std::{borrow::Cow, collections::BTreeMap};

use base64::{Engine, prelude::BASE64_STANDARD};
use kube::{Resource, core::NamespaceResourceScope};
use kubewright::{k8s::core::v1::Secret, prelude::*};
use kubewright_tests::{Logs, Trouble, TroubleStatus, World, message, said};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tracing_subscriber::filter::LevelFilter;

const READ: &str = "open sesame, expected by nobody";
const MADE: &str = "shibboleth-of-a-child";
const REFUSED: &str = "swordfish-of-a-refused-child";

/// Secrets as somebody thinks that they are: they never decode.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Numbers {
    metadata: ObjectMeta,
    data: BTreeMap<String, u64>,
}

impl Resource for Numbers {
    type DynamicType = ();
    type Scope = NamespaceResourceScope;

    fn kind((): &()) -> Cow<'_, str> {
        "Secret".into()
    }

    fn group((): &()) -> Cow<'_, str> {
        "".into()
    }

    fn version((): &()) -> Cow<'_, str> {
        "v1".into()
    }

    fn plural((): &()) -> Cow<'_, str> {
        "secrets".into()
    }

    fn meta(&self) -> &ObjectMeta {
        &self.metadata
    }

    fn meta_mut(&mut self) -> &mut ObjectMeta {
        &mut self.metadata
    }
}

/// An object that has to do with Secrets.
#[operator(
    group = "peeker.kubewright.test", version = "v1",
    status = TroubleStatus,
    owns(made: Option<Secret>, refused: Option<Secret>),
    reads(Numbers),
)]
pub(crate) struct PeekerSpec {
    /// Whether to read one that does not decode.
    #[crd(default = false)]
    pub(crate) peek: bool,
    /// Whether to make one that the server refuses.
    #[crd(default = false)]
    pub(crate) refused: bool,
}

impl Reconcile for Peeker {
    type Error = Trouble;

    async fn desired(&self, cx: &Context<Self>) -> Result<PeekerChildren, Trouble> {
        if self.spec.peek {
            assert!(cx.get::<Numbers>("source").is_none(), "it does not decode");
        }
        let string_data = |text: &str| Some(BTreeMap::from([("tls.crt".to_owned(), text.to_owned())]));
        let made = Secret { string_data: string_data(MADE), ..Secret::default() };
        // One of this type needs a key as well.
        let refused = Secret {
            string_data: string_data(REFUSED),
            type_: Some("kubernetes.io/tls".to_owned()),
            ..Secret::default()
        };
        Ok(PeekerChildren { made: Some(made), refused: self.spec.refused.then_some(refused) })
    }
}

#[tokio::test]
async fn the_content_of_secrets_is_said_nowhere() {
    let Some(world) = World::of::<Peeker>("secrets").await else { return };
    let logs = Logs::capture(LevelFilter::TRACE);
    world
        .create_as::<Secret>(json!({"metadata": {"name": "source"}, "stringData": {"password": READ}}))
        .await;
    let running = world.start::<Peeker>(()).await;
    for (name, spec) in
        [("fine", json!({})), ("peeks", json!({"peek": true})), ("refused", json!({"refused": true}))]
    {
        world.create_as::<Peeker>(json!({"metadata": {"name": name}, "spec": spec})).await;
    }
    let fine = world.until_said::<Peeker>("fine", "Ready", "True/Available").await;
    let peeks = world.until_said::<Peeker>("peeks", "Ready", "False/CannotRead").await;
    let refused = world.until_said::<Peeker>("refused", "Ready", "False/Rejected").await;
    let text = message(&peeks, "Ready");
    assert!(text.contains("/source does not decode as Secret") && text.contains("u64"), "{text}");
    let text = message(&refused, "Ready");
    assert!(text.contains("Secret refused-refused") && text.contains("tls.key"), "{text}");
    // Nothing was made of what could not be read, and drift is repaired as for any other child.
    assert!(world.read::<Secret>("peeks-made").await.is_none());
    world.edit::<Secret>("fine-made", json!({"data": {"tls.crt": null}})).await;
    let made = |secret: &serde_json::Value| secret["data"]["tls.crt"] == BASE64_STANDARD.encode(MADE);
    world.until::<Secret>("fine-made", "it is as before", made).await;
    world.edit::<Secret>("source", json!({"stringData": {"more": READ}})).await;
    world.quiet(&running).await;

    let mut places = vec![("the log", logs.text())];
    for object in [fine, peeks, refused] {
        assert_ne!(said(&object, "Ready"), "");
        let name = object["metadata"]["name"].as_str().unwrap();
        places.push(("a status", object["status"].to_string()));
        places.push(("events", format!("{:?}", world.events(name).await)));
    }
    assert!(running.stop().await);
    assert!(places[0].1.contains("kube_client") && places[0].1.contains("TRACE"), "the log is whole");
    for secret in [READ, MADE, REFUSED] {
        for text in [secret, &BASE64_STANDARD.encode(secret)] {
            for (place, content) in &places {
                let line = content.lines().find(|line| line.contains(text));
                assert_eq!(line, None, "in {place}");
            }
        }
    }
}
