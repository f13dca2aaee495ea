//! MyApp's CRD, byte by byte: a change of it is a change of what users install, and should be seen in review.

use std::{fs, path::Path};

use kubewright::declare::{crd, manifest};
use myapp_operator::MyApp;

#[test]
fn myapps_crd_is_the_golden_one() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/myapp-crd.json");
    let made = format!("{:#}\n", manifest(&crd::<MyApp>()).unwrap());
    if std::env::var_os("KUBEWRIGHT_BLESS").is_some() {
        fs::write(&golden, &made).unwrap();
    }
    let golden = fs::read_to_string(golden).unwrap();
    assert_eq!(made, golden, "run this test with KUBEWRIGHT_BLESS=1 if the change is meant");
}
