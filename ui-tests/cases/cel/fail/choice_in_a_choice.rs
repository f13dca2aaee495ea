//! A choice between `?` and `:`, which CEL reads only in parentheses.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "self > 9 ? self > 99 ? false : true : self > 3", message = "must be from 4 to 99"))]
    port: u16,
}

fn main() {}
