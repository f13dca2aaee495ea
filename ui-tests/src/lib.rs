//! Compile errors as a user sees them: see `tests/`. The library itself is a user with the strictest lints.
#![deny(
    missing_docs,
    missing_debug_implementations,
    private_bounds,
    private_interfaces,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unreachable_pub,
    unused,
    unused_qualifications,
    unused_results,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]

pub mod strict;
