//! The crate's root: see ARCHITECTURE.md.
