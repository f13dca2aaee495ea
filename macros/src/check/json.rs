//! Types whose JSON no structural schema can hold, as far as that shows in how they are written.

use syn::{GenericArgument, PathArguments, Type, TypeTuple, spanned::Spanned};

use crate::error::{Errors, error};

/// What no JSON can be read as.
pub fn check_unreadable(found: &Type, errors: &mut Errors) {
    let message = match found {
        Type::FnPtr(_) => "a function can't be read from JSON: leave the field out",
        Type::TraitObject(_) => {
            "nobody knows which type to read for a `dyn`: write an enum of those that it may be, with `#[schema]`"
        }
        Type::Slice(_) => "a slice has no size of its own: write `Vec<..>`",
        _ => "a pointer can't be read from JSON: write what it points to",
    };
    errors.push(error(&found.span(), message));
}

/// `(i32, String)` anywhere in a field's type: a list whose items differ by place. `(u8, u8)` is a list of two.
pub fn check_tuples(ty: &Type, errors: &mut Errors) {
    if let Some(tuple) = tuple_in(ty) {
        let message = if tuple.elems.is_empty() {
            "`()` is null in JSON, which says nothing: leave the field out"
        } else {
            "a tuple of different types has no structural schema: write a struct with `#[schema]`, whose fields have names"
        };
        errors.push(error(&tuple.span(), message));
    }
}

fn tuple_in(ty: &Type) -> Option<&TypeTuple> {
    match ty {
        Type::Tuple(tuple) => match tuple.elems.first() {
            Some(first) if tuple.elems.iter().all(|other| other == first) => tuple_in(first),
            _ => Some(tuple),
        },
        Type::Group(group) => tuple_in(&group.elem),
        Type::Paren(paren) => tuple_in(&paren.elem),
        Type::Array(array) => tuple_in(&array.elem),
        Type::Path(path) => {
            let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else {
                return None;
            };
            // A phantom's type is in no JSON.
            let phantom = path.path.segments.last().is_some_and(|segment| segment.ident == "PhantomData");
            arguments.args.iter().filter(|_| !phantom).find_map(|argument| match argument {
                GenericArgument::Type(ty) => tuple_in(ty),
                _ => None,
            })
        }
        _ => None,
    }
}
