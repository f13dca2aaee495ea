//! Rules about what kind of type a macro may stand on.

use syn::{Data, Fields, Variant, spanned::Spanned};

use super::{fields, json, rules};
use crate::{
    attr::item::{Shape, Stray},
    error::{Errors, error, missing},
    model::{Described, types},
};

/// `#[operator(..)] enum ..`, `#[status] struct S(i32);`, `struct S<T>`, a spec that contains itself.
pub fn check_spec(model: &Described, macro_name: &str, errors: &mut Errors) {
    check_no_recursion(model, errors);
    if model.item.shape != Shape::Struct {
        let message = format!("`{macro_name}` needs a struct with named fields");
        errors.push(error(model.item.ident(), message));
    }
    check_no_generics(model, macro_name, errors);
}

/// Attributes that would do nothing where they stand.
pub fn check_strays(model: &Described, errors: &mut Errors) {
    for (span, stray) in &model.item.strays {
        let both;
        let message = match stray {
            Stray::CrdInEnum => "`#[crd(..)]` does nothing in an enum: it needs a field of a struct",
            Stray::Macro(other) => {
                both = model.item.under.beside(*other);
                &both
            }
            Stray::CrdOnType => "`#[crd(..)]` belongs on a field",
            Stray::Kube => {
                "`#[kube(..)]` does nothing here: the CRD is made of `#[operator(..)]` and `#[crd(..)]`"
            }
        };
        errors.push(error(span, message));
    }
}

/// A field of a type without a schema, and derives that make what our macro makes.
pub fn check_beside(model: &Described, errors: &mut Errors) {
    for name in &model.lacking {
        errors.push(error(
            name,
            format!("`{name}` has no schema: add `#[schema]` to it, which derives all that it needs"),
        ));
    }
    for ty in &model.unreadable {
        json::check_unreadable(ty, errors);
    }
    if let Some(name) = model.helpers_above.first() {
        let under = model.item.under.name();
        errors.push(missing(format!(
            "`#[{under}]` derives what `#[{name}(..)]` belongs to, and can't see what stands above it: move the attribute \
             below `#[{under}]`"
        )));
    }
    if !model.derived_above.is_empty() {
        let names = model.derived_above.iter().filter_map(|path| path.segments.last());
        let names: Vec<String> = names.map(|last| last.ident.to_string()).collect();
        let (names, under) = (names.join(", "), model.item.under.name());
        errors.push(missing(format!(
            "`#[{under}]` derives this already, and can't see what stands above it: remove `{names}` from the \
             `#[derive(..)]` above, or move the list below `#[{under}]`"
        )));
    }
}

pub fn schema(model: &Described, errors: &mut Errors) {
    check_beside(model, errors);
    check_strays(model, errors);
    check_no_generics(model, "#[schema]", errors);
    check_has_schema(model, errors);
    check_variants(model, errors);
    check_no_recursion(model, errors);
    fields::check(model, fields::Place::Schema, errors);
    rules::check(model, errors);
}

/// `#[schema] struct Page<T>`.
fn check_no_generics(model: &Described, macro_name: &str, errors: &mut Errors) {
    let generics = &model.item.input.generics;
    if !generics.params.is_empty() {
        let message =
            format!("`{macro_name}` takes no generic parameters: the schema in a CRD is of one type");
        errors.push(error(&generics.params, message));
    }
}

/// `#[schema] struct Pair(i32, String);`, which would be a list whose items differ.
fn check_has_schema(model: &Described, errors: &mut Errors) {
    let message = match model.item.shape {
        Shape::Struct | Shape::Newtype | Shape::Enum => return,
        Shape::Tuple => "a tuple has no structural schema: give the fields names",
        Shape::Unit => "a struct without fields has nothing to say: write `{}` for an empty object",
        Shape::Union => "a union can't be read from JSON: use an enum",
    };
    errors.push(error(model.item.ident(), message));
}

/// Enums that no structural schema can hold.
fn check_variants(model: &Described, errors: &mut Errors) {
    let Data::Enum(data) = &model.item.input.data else { return };
    if data.variants.is_empty() {
        errors.push(error(model.item.ident(), "an enum without variants accepts nothing"));
    }
    for variant in data.variants.iter().filter(|variant| is_tuple(variant)) {
        let message = format!("a tuple has no structural schema: `{} {{ name: Type, .. }}`", variant.ident);
        errors.push(error(&variant.ident, message));
    }
    data.variants
        .iter()
        .flat_map(|variant| &variant.fields)
        .for_each(|field| json::check_tuples(&field.ty, errors));
    // With a tag even a variant without data is an object.
    if model.item.serde.tag {
        return;
    }
    if model.item.serde.untagged {
        return check_untagged(data, errors);
    }
    let unit = |variant: &&Variant| matches!(variant.fields, Fields::Unit);
    let mixed = data.variants.iter().any(|variant| !unit(&variant));
    if let Some(first) = data.variants.iter().find(unit).filter(|_| mixed) {
        let message = format!(
            "a variant without data is a string and one with data an object, which no structural schema can hold \
             together: write `{} {{}}`",
            first.ident
        );
        errors.push(error(&first.ident, message));
    }
}

/// `#[serde(untagged)] enum Mode { Auto, Fixed(i32) }`: JSON has nothing but null for `Auto`.
fn check_untagged(data: &syn::DataEnum, errors: &mut Errors) {
    for variant in data.variants.iter().filter(|variant| matches!(variant.fields, Fields::Unit)) {
        let message = format!(
            "without a tag `{}` is null, which the API server drops or refuses: write `{0} {{}}` for an empty object, \
             or remove `untagged`",
            variant.ident
        );
        errors.push(error(&variant.ident, message));
    }
}

fn is_tuple(variant: &Variant) -> bool {
    matches!(&variant.fields, Fields::Unnamed(fields) if fields.unnamed.len() != 1)
}

/// `struct Node { children: Vec<Node> }`: CRDs know no references, so the schema would never end.
fn check_no_recursion(model: &Described, errors: &mut Errors) {
    let ident = model.item.ident();
    let of_variants = match &model.item.input.data {
        Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        _ => Vec::new(),
    };
    let of_variants = of_variants.into_iter().map(|field| (&field.ty, field.ty.span()));
    let fields = model.fields.iter().map(|field| (&field.ty, field.span)).chain(of_variants);
    for (_, span) in fields.filter(|(ty, _)| types::mentions(ty, ident)) {
        let message = format!(
            "`{ident}` contains itself: a CRD has no references, so its schema would never end; make the inner \
             one a `serde_json::Value`, which keeps everything"
        );
        errors.push(error(&span, message));
    }
}
