//! `#[cfg_attr(..)]` on fields: nobody has looked at its condition yet. (On the type itself rustc has.)
//!
//! What is passed on is well there. What the macro itself has to know is not: it would be made for one case and
//! meant for the other.

use syn::{Attribute, Meta, Token, punctuated::Punctuated};

use crate::error::{Errors, error};

/// Keys of serde and schemars on which names, paths and defaults depend.
const NAMING: &[&str] = &["rename", "flatten", "skip", "skip_serializing", "skip_deserializing", "default"];

/// Tells of what may not be conditional, and takes it off so that rustc does not tell of it again.
pub fn take(attributes: &mut Vec<Attribute>, errors: &mut Errors) {
    attributes.retain(|attribute| {
        let mut fine = true;
        if attribute.path().is_ident("cfg_attr") {
            check(&attribute.meta, errors, &mut fine);
        }
        fine
    });
}

/// `cfg_attr(unix, crd(column))`, `cfg_attr(unix, serde(rename = "x"))`.
fn check(cfg_attr: &Meta, errors: &mut Errors, fine: &mut bool) {
    for conditional in metas(cfg_attr).iter().skip(1) {
        let name = conditional.path().get_ident().map(ToString::to_string).unwrap_or_default();
        match name.as_str() {
            "cfg_attr" => check(conditional, errors, fine),
            "crd" | "status" => {
                *fine = false;
                let message = format!(
                    "`{name}` can't stand in `cfg_attr`: write two fields of this name, with `#[cfg(..)]` and \
                     `#[cfg(not(..))]`, and `#[{name}(..)]` on one of them"
                );
                errors.push(error(conditional.path(), message));
            }
            "serde" | "schemars" => check_naming(conditional, errors),
            _ => {}
        }
    }
}

fn check_naming(attribute: &Meta, errors: &mut Errors) {
    for key in metas(attribute).iter().map(Meta::path) {
        if let Some(name) = NAMING.iter().find(|name| key.is_ident(name)) {
            let message = format!(
                "`{name}` can't stand in `cfg_attr`, because the CRD's paths and defaults follow it: write two \
                 fields, with `#[cfg(..)]` and `#[cfg(not(..))]`"
            );
            errors.push(error(key, message));
        }
    }
}

/// What stands between the parentheses. What cannot be read is told by rustc.
fn metas(meta: &Meta) -> Punctuated<Meta, Token![,]> {
    match meta {
        Meta::List(list) => list.parse_args_with(Punctuated::parse_terminated).unwrap_or_default(),
        _ => Punctuated::new(),
    }
}
