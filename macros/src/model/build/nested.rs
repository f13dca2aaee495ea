//! The types of fields, which are made by macros of their own.

use syn::{Attribute, Data, Ident, Path, Type};

use crate::{
    attr::item::{Field, Item, Macro},
    model::types,
};

/// What every macro of ours derives.
const DERIVED: &[&str] = &["Clone", "Debug", "Serialize", "Deserialize", "JsonSchema"];

/// Types of the runtime's, of which other checks speak.
const OURS: &[&str] = &["Conditions", "Time"];

/// Types that must have a schema.
pub fn types(item: &Item, fields: &[Field]) -> Vec<Type> {
    let mut each: Vec<Type> = Vec::new();
    for ty in seen(item, fields).into_iter().flat_map(types::leaves) {
        let ours = OURS.iter().any(|name| types::is_named(ty, name));
        if !ours && !each.contains(ty) && !types::mentions(ty, item.ident()) {
            each.push(ty.clone());
        }
    }
    each
}

/// What no JSON can be read as.
pub fn unreadable(item: &Item, fields: &[Field]) -> Vec<Type> {
    seen(item, fields).into_iter().filter_map(types::unreadable).cloned().collect()
}

/// Types of fields that our derives read and write.
fn seen<'a>(item: &'a Item, fields: &'a [Field]) -> Vec<&'a Type> {
    if item.serde.converted || !item.input.generics.params.is_empty() {
        return Vec::new();
    }
    let seen = |field: &&Field| {
        let (serde, schemars) = (&field.serde, &field.schemars);
        let elsewhere = serde.skip.is_some() || serde.read_by || serde.written_by || schemars.with;
        !elsewhere && field.cfgs.is_empty() && types::borrowed(&field.ty).is_none()
    };
    let mut found: Vec<&Type> = fields.iter().filter(seen).map(|field| &field.ty).collect();
    if let Data::Enum(data) = &item.input.data {
        for variant in data.variants.iter().filter(|variant| says_nothing(&variant.attrs)) {
            found.extend(
                variant.fields.iter().filter(|field| says_nothing(&field.attrs)).map(|field| &field.ty),
            );
        }
    }
    found
}

/// Those that stand beside the item and have none.
pub fn lacking(item: &Item, nested: &[Type]) -> Vec<Ident> {
    let names = nested.iter().filter_map(types::bare_name);
    names.filter(|name| item.around.lacks_schema(item.ident(), name)).cloned().collect()
}

/// Derives above our macro that it makes as well.
pub fn derived_above(item: &Item) -> Vec<Path> {
    let mut above = item.around.derives_above(item.ident(), item.under);
    above.retain(|path| {
        path.segments.last().is_some_and(|last| {
            let default = item.under == Macro::Status && last.ident == "Default";
            default || DERIVED.iter().any(|derived| last.ident == derived)
        })
    });
    above
}

fn says_nothing(attributes: &[Attribute]) -> bool {
    attributes.iter().all(|attribute| attribute.path().is_ident("doc"))
}
