//! What Kubernetes accepts as a name, checked against what a server says of the same names.

use crate::{check::k8s, pipeline};

fn check(rule: fn(&str) -> Result<(), String>, good: &[&str], bad: &[&str]) {
    for name in good {
        assert_eq!(rule(name), Ok(()), "{name}");
    }
    for name in bad {
        assert!(rule(name).is_err(), "{name}");
    }
}

#[test]
fn groups() {
    let long = format!("{}.example.com", "a".repeat(64));
    check(
        k8s::group,
        &["example.com", "a.b", "my-app.example.com", "1.example.com", "k8s.io.example.com"],
        &[
            "",
            "example",
            "Example.com",
            "example.com.",
            ".com",
            "a..b",
            "-a.b",
            "a_b.c",
            "k8s.io",
            "x.kubernetes.io",
        ],
    );
    assert!(k8s::group(&format!("{}.com", "a.".repeat(130))).is_err());
    // DNS knows a limit for one part of a name, the server does not.
    assert_eq!(k8s::group(&long), Ok(()));
}

#[test]
fn versions() {
    check(
        k8s::version,
        &["v1", "v10", "v1alpha1", "v2beta3"],
        &["", "v", "1", "v0", "v01", "v1alpha", "v1gamma1", "v1alpha0", "V1", "v1.2", "valpha1"],
    );
}

#[test]
fn kinds() {
    check(k8s::kind, &["MyApp", "A", "HTTPRoute2"], &["", "myApp", "My_App", "2App", "My-App"]);
}

#[test]
fn labels() {
    let longest = "a".repeat(63);
    check(
        k8s::label,
        &["myapps", "a", "my-apps", "a1", &longest],
        &["", "1a", "-a", "a-", "A", "a_b", "a.b", &format!("{longest}a")],
    );
    check(
        k8s::operator_name,
        &["1st-operator", &longest],
        &["", "An-Operator", "a.b", &format!("{longest}a")],
    );
}

#[test]
fn finalizers() {
    let longest = format!("example.com/{}", "a".repeat(63));
    check(
        k8s::finalizer,
        &["example.com/finalizer", "example.com/A_b.c", "a/b", &longest],
        &[
            "cleanup",
            "my.dev",
            "My.dev/x",
            "my.dev/",
            "/x",
            "my.dev/x/y",
            "my.dev/-x",
            "my.dev/x y",
            &format!("{longest}a"),
        ],
    );
}

#[test]
fn reasons_and_fields() {
    check(k8s::reason, &["ReplicasExceedsLimit", "A1"], &["", "too many", "tooMany", "Too-Many"]);
    check(
        k8s::field_path,
        &["spec", "spec.replicas", "spec.ports[0].name", "metadata.name"],
        &["", "replicas", "status.replicas", "spec.", "spec..x", ".spec.x", "spec.a b"],
    );
}

#[test]
fn durations() {
    let class = |delay: &str| {
        let delay = proc_macro2::Literal::string(delay);
        let expansion = pipeline::failure(quote::quote! {
            enum E {
                #[failure(transient, retry_after = #delay)]
                A,
            }
        });
        expansion.to_string().replace(' ', "")
    };
    for (written, made) in [
        ("500ms", "from_millis(500)"),
        ("30s", "from_secs(30)"),
        ("5m", "from_secs(300)"),
        ("1h30m", "from_secs(5400)"),
        ("1m500ms", "from_millis(60500)"),
    ] {
        assert!(class(written).contains(made), "{written}");
    }
    for wrong in
        ["", "soon", "30", "30 s", "-1s", "0s", "1d", "1.5s", "99999999999999999999s", "9999999999999999999h"]
    {
        assert!(class(wrong).contains("compile_error"), "{wrong}");
    }
}
