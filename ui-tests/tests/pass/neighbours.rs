//! Whether there is something that compiles for each topic of mistakes.

use std::{fs, path::Path};

/// A check that refuses everything is no check: what is nearly a mistake has to compile.
#[test]
fn every_topic_of_mistakes_has_neighbours() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = |folder: &str| fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let heads: Vec<String> = files("tests/pass")
        .map(|path| fs::read_to_string(path).unwrap())
        .map(|text| text.lines().take_while(|line| line.starts_with("//!")).collect())
        .collect();
    let topics = files("cases").map(|path| path.file_name().unwrap().to_str().unwrap().to_owned());
    // Of what is half typed, everything that is whole is a neighbour.
    let lacking: Vec<String> = topics
        .filter(|topic| topic != "half_typed")
        .filter(|topic| {
            let named = [format!("`cases/{topic}`"), format!("`cases/{topic}/")];
            !heads.iter().any(|head| named.iter().any(|named| head.contains(named)))
        })
        .collect();
    assert_eq!(lacking, [""; 0]);
}
