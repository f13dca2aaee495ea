//! Times that are none, and times at which nothing would work.
use kubewright::prelude::*;

#[operator(group = "example.com", version = "v1", timeout = "5 minutes", resync = "0s")]
pub struct UnreadableSpec {}

#[operator(group = "example.com", version = "v1", timeout = "5ms", resync = "10ms")]
pub struct ShortSpec {}

#[operator(group = "example.com", version = "v1", timeout = "30h", resync = "9000h")]
pub struct LongSpec {}

#[operator(group = "example.com", version = "v1", timeout = 5, resync = 10h)]
pub struct BareSpec {}

fn main() {}
