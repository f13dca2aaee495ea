//! Tests that need no compiler: names and whole expansions.

mod names;
