//! Prints the kitchen's CRD, as the golden file has it.

#[allow(dead_code, reason = "its fields are there to be described")]
#[path = "../../tests/crd/kitchen.rs"]
mod kitchen;

use kubewright::declare::{crd, manifest, problems};

fn main() -> Result<(), serde_json::Error> {
    // Proves that the features are on: otherwise the keys would be sorted.
    let keys: Vec<String> = serde_json::from_str::<serde_json::Map<_, _>>(r#"{"b":1,"a":2}"#)?
        .into_iter()
        .map(|(key, _): (String, serde_json::Value)| key)
        .collect();
    assert_eq!(keys, ["b", "a"]);
    assert_eq!(problems(&crd::<kitchen::Kitchen>()), []);
    println!("{:#}", manifest(&crd::<kitchen::Kitchen>())?);
    Ok(())
}
