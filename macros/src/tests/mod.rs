//! Tests that need no compiler: names and whole expansions.

mod around;
mod docs;
mod expand;
mod half_typed;
mod hygiene;
mod k8s;
mod names;
mod print;
mod selector;
mod snapshots;
mod swapped;
