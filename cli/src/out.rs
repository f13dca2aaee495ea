//! The two output streams: what is useful goes to standard output, progress and errors to standard error.

use std::io::{self, Write};

/// Writes a line to standard output.
///
/// # Errors
///
/// When nobody reads it any more, as in `cargo kubewright dev | head`.
pub(crate) fn line(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{text}")?;
    stdout.flush()
}

/// Writes a line to standard error.
pub(crate) fn note(text: &str) {
    // A closed standard error is no reason to fail: there is nobody to tell.
    let _ = writeln!(io::stderr().lock(), "{text}");
}
