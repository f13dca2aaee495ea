//! A source twice, and values that are no paths.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", source = self::keys, source = self::keys, interval = "5m")]
pub struct TwiceSpec {}

#[operator(group = "example.com", version = "v1", source = keys(), source = "keys", source(keys))]
pub struct ValuesSpec {}

fn main() {}
