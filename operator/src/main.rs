//! The MyApp operator.
fn main() {}
