//! Compile errors as a user sees them: see `tests/`.
