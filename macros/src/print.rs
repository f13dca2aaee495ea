//! `KUBEWRIGHT_EXPAND`: the expansion on stderr, for those who want to see it.
//!
//! `1` prints that of every macro, a type's name that of its macros alone. Cargo does not compile again because an
//! environment variable changed: touch the file first.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use proc_macro2::TokenStream;

pub fn if_asked(name: &str, expansion: &TokenStream) {
    let Ok(asked) = std::env::var("KUBEWRIGHT_EXPAND") else { return };
    if asked == "1" || asked == name {
        eprintln!("// {name}\n{}\n", printed(expansion));
    }
}

pub fn printed(expansion: &TokenStream) -> String {
    let text = expansion.to_string();
    let text = formatted(&text).unwrap_or(text);
    // rustfmt takes derives as they are, with the spaces of tokens.
    let mut parts = text.split("#[derive(");
    let mut printed = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (list, rest) = part.split_once(")]").unwrap_or((part, ""));
        let paths = list.split(',').map(|path| path.split_whitespace().collect::<String>());
        let paths: Vec<_> = paths.filter(|path| !path.is_empty()).collect();
        printed += &format!("#[derive({})]{rest}", paths.join(", "));
    }
    printed
}

/// As rustfmt has it, if there is one.
fn formatted(text: &str) -> Option<String> {
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdin = rustfmt.stdin.take()?;
    let text = text.to_owned();
    // In a thread of its own: rustfmt may write before it has read everything.
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = rustfmt.wait_with_output().ok()?;
    let written = writer.join().is_ok_and(|written| written.is_ok());
    let text = String::from_utf8(output.stdout).ok()?;
    (written && output.status.success() && !text.is_empty()).then_some(text)
}
