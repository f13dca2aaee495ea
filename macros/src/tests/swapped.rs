//! A token in the place of another one, which no grammar foresees: what is wrong with it some error says, and no macro
//! panics.

use proc_macro2::{Group, TokenStream, TokenTree};
use syn::DeriveInput;

use super::half_typed::item;
use crate::pipeline;

const ODD: &[&str] = &[
    "_",
    "self",
    "Self",
    "super",
    "crate",
    "r#type",
    "größe",
    "Vec<>",
    "'a",
    "=",
    ";",
    "::",
    "!",
    "()",
    "{}",
    "0",
    "-1.5e999",
    "'c'",
    "\"\"",
    "b\"x\"",
    "c\"x\"",
    "\"a\\0b\"",
    "r#\"\"#",
    "||",
    "#[crd]",
    "",
];

/// Everything that an operator can say.
const ALL: &str = r#"
    name = "all-operator", group = "example.com", version = "v1", kind = MyApp, plural = "alls", singular = "all",
    short_name = "a", category = "all", scope = Namespaced, status = MyAppStatus, state = Vec<Clients>,
    owns(
        config: ConfigMap, Option<Secret>, Vec<Pod>(depends_on(config, secret)),
        Deployment(depends_on = config, shared(spec.replicas, data["a"]), on_immutable = recreate(orphan), retain, adopt),
    ),
    watches(Node(map = a::map, labels = "a in (b)", on(labels), when = all(a, not(b))), Event(metadata_only)),
    reads(Namespace(live)), formerly_owns(Service), on(generation, status), when = any(a, b), source = outside::keys,
    finalizer = "example.com/f", former_finalizers("f"), former_managers("m"), webhook(validate, default),
    concurrency = 3, backoff(base = "5ms", max = "1s"), retry_rate(qps = 0.5, burst = 3), timeout = "1m", resync = "1h",
    debounce = "1s", rule(cel = "self.replicas > 0", message = "m", reason = FieldValueInvalid, field_path = replicas),
    crate = ::kubewright,
"#;

const FIELDS: &str = r##"
    #[derive(PartialEq)]
    #[serde(rename_all = "camelCase", default)]
    pub struct MyAppSpec {
        #[crd(column(name = "A", priority = 1), scale, default = 1, rule(cel = "self > 0", message = "m"))]
        #[schemars(range(min = 0, max = 10), extend("enum" = ["a"]))]
        #[serde(rename = "a", skip_serializing_if = "x")]
        pub replicas: i32,
        #[crd(list(map(name, port)), immutable, selectable, int_or_string, preserve_unknown)]
        #[status(last_update_time)]
        pub list: Vec<Option<Box<[Item]>>>,
    }
"##;

const VARIANTS: &str = r##"
    #[failure(conditions = MyAppCondition, crate = ::kubewright)]
    #[condition_type(crate = ::kubewright)]
    #[serde(tag = "t", content = "c")]
    pub enum MyApp {
        #[failure(transient, retry_after = "1s", condition = Invalid, reason = "A", field = "spec.a")]
        #[serde(rename = "a")]
        Ready,
        #[failure(from_source)]
        Wrapped(#[from] Inner),
        #[failure(permanent)]
        Named { value: i32 },
    }
"##;

/// The tokens with an odd one in the place of each, at every depth.
fn swapped(tokens: &TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let around = |inside: TokenStream| -> TokenStream {
            let before = tokens[..at].iter().cloned().collect::<TokenStream>();
            before.into_iter().chain(inside).chain(tokens[at + 1..].iter().cloned()).collect()
        };
        if let TokenTree::Group(group) = token {
            let inside = swapped(&group.stream()).into_iter();
            found.extend(
                inside.map(|inside| around(TokenTree::from(Group::new(group.delimiter(), inside)).into())),
            );
        }
        // Each of them comes often enough.
        found.extend(ODD.iter().skip(at % 9).step_by(9).map(|odd| around(odd.parse().unwrap())));
    }
    found
}

/// Each macro gives back at least the item, or an error.
fn some(made: TokenStream) {
    assert!(!made.is_empty());
}

#[test]
fn odd_tokens_in_arguments_are_no_reason_to_panic() {
    let (_, spec) = item("MyAppSpec");
    for written in swapped(&ALL.parse().unwrap()) {
        some(pipeline::operator(written, spec.clone()));
    }
}

#[test]
fn odd_tokens_in_items_are_no_reason_to_panic() {
    let written = |text: &str| {
        // Of what is no item the compiler has spoken before.
        let all = swapped(&text.parse().unwrap()).into_iter();
        all.filter(|left| syn::parse2::<DeriveInput>(left.clone()).is_ok())
    };
    let arguments: TokenStream = r#"group = "example.com", version = "v1""#.parse().unwrap();
    for item in written(FIELDS) {
        some(pipeline::operator(arguments.clone(), item.clone()));
        some(pipeline::status(TokenStream::new(), item));
    }
    for item in written(VARIANTS) {
        some(pipeline::schema(TokenStream::new(), item.clone()));
        some(pipeline::condition_type(item.clone()));
        some(pipeline::failure(item));
    }
}
