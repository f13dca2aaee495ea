//! A place far behind in a long rule.
use kubewright::prelude::*;

#[schema]
struct Listener {
    #[crd(rule(cel = "self == 8000 || self == 8001 || self == 8002 || self == 8003 || self == 8004 || self == 8005 || self == 8006 || self == 8007 || self == 8008 || self == 8009 || self == 8010 || self == 8011 || self == 8012 || self == 8013 || self == 8014 || self == 8015 or self == 80", message = "must be a known port"))]
    port: u16,
}

fn main() {}
