//! What the user's own `#[schemars(..)]` says about a field's schema. It is passed on untouched.

use syn::Attribute;

use super::serde::{each, name, skip_value};

/// `#[schemars(..)]` on a field.
#[derive(Default)]
pub struct OfField {
    /// `with = "Type"` or `schema_with = "path"`: the schema is not that of the field's type.
    pub with: bool,
}

impl OfField {
    pub fn read(attributes: &[Attribute]) -> Self {
        let mut found = Self::default();
        each(attributes, "schemars", |meta| {
            if matches!(name(meta).as_str(), "with" | "schema_with") {
                found.with = true;
            }
            skip_value(meta)
        });
        found
    }
}
