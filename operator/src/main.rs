//! The MyApp operator.

pub mod children;
pub mod myapp;

fn main() {
    // The hand-written expansion comes first, so that the macros have a target.
}
