//! `cargo kubewright`.
fn main() {}
