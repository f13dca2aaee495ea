//! An attribute of serde on a variant is being typed.
use kubewright::prelude::*;

#[schema]
pub enum Place {
    Local { path: String },
    #[serde(rename)]
    Remote { url: String },
}

fn main() {
    let _ = Place::Local { path: String::new() }.clone();
}
