//! The line that is wrong, of several.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(
        cel = r#"
            self.startsWith("a") &&
            self.endsWith("b" "c") &&
            self != "ab"
        "#,
        message = "must begin with an a",
    ))]
    name: String,
}

fn main() {}
