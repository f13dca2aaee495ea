//! What is an expression, what is none, and where.

mod limits;
mod names;
mod syntax;

use std::{fs, path::Path};

/// The lines of a file in `tests/cel` that are no comments.
fn lines(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cel").join(file);
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}
