//! The MyApp operator's binary.

fn main() {}
