//! What can be seen in a type as it is written. Aliases stay unseen: nothing may depend on seeing through them.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, Ident, Path, PathArguments, PathSegment, Type, TypeReference};

/// Types that hold no facts of their own.
const PLAIN: &[&str] = &[
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64",
    "u128", "usize", "String",
];

/// `Option<..>`.
pub fn is_option(ty: &Type) -> bool {
    argument_of(ty, "Option").is_some()
}

/// The `T` of `Wrapper<T>`.
pub fn argument_of<'a>(ty: &'a Type, wrapper: &str) -> Option<&'a Type> {
    let segment = last_segment(ty).filter(|segment| segment.ident == wrapper)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// What is in an option, or the type itself.
pub fn without_option(ty: &Type) -> &Type {
    argument_of(ty, "Option").unwrap_or(ty)
}

/// What is in options and boxes.
pub fn unwrapped(ty: &Type) -> &Type {
    match argument_of(ty, "Option").or_else(|| argument_of(ty, "Box")) {
        Some(inner) => unwrapped(inner),
        None => ty,
    }
}

/// The items of a list or a set.
pub fn item_of(ty: &Type) -> Option<&Type> {
    ["Vec", "VecDeque", "BTreeSet", "HashSet"].into_iter().find_map(|list| argument_of(ty, list))
}

/// The values of a map.
pub fn value_of(ty: &Type) -> Option<&Type> {
    let segment =
        last_segment(ty).filter(|segment| segment.ident == "BTreeMap" || segment.ident == "HashMap")?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.iter().nth(1)? {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// The keys of maps, in whatever containers these stand.
pub fn keys(ty: &Type) -> Vec<&Type> {
    let Some(segment) = last_segment(ty) else { return Vec::new() };
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return Vec::new() };
    let inner: Vec<&Type> = arguments
        .args
        .iter()
        .filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })
        .collect();
    let own = value_of(ty).and(inner.first().copied());
    own.into_iter().chain(inner.into_iter().flat_map(keys)).collect()
}

/// The types that are no containers and no plain values, in whatever containers they stand.
pub fn leaves(ty: &Type) -> Vec<&Type> {
    let Some(segment) = last_segment(ty) else {
        return match ty {
            Type::Array(array) => leaves(&array.elem),
            _ => Vec::new(),
        };
    };
    let name = segment.ident.to_string();
    let inner = match name.as_str() {
        "Option" | "Box" | "Vec" | "VecDeque" | "BTreeSet" | "HashSet" => 1,
        "BTreeMap" | "HashMap" => 2,
        // `Box<str>`.
        "str" => return Vec::new(),
        name if PLAIN.contains(&name) => return Vec::new(),
        _ => 0,
    };
    match &segment.arguments {
        PathArguments::AngleBracketed(arguments) if inner > 0 => {
            let types = arguments.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            types.take(inner).flat_map(leaves).collect()
        }
        _ => vec![ty],
    }
}

/// The name of a type that is written as a name alone.
pub fn bare_name(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(path) if path.qself.is_none() => path.path.get_ident(),
        _ => None,
    }
}

/// `&T` or `Option<&T>`.
pub fn borrowed(ty: &Type) -> Option<&TypeReference> {
    match without_option(ty) {
        Type::Reference(reference) => Some(reference),
        _ => None,
    }
}

/// What in a type no JSON can be read as, so that derives would only tell of it many times: functions, trait objects,
/// raw pointers, and slices that are in no box.
pub fn unreadable(ty: &Type) -> Option<&Type> {
    match ty {
        Type::FnPtr(_) | Type::TraitObject(_) | Type::Ptr(_) | Type::Slice(_) => Some(ty),
        Type::Group(group) => unreadable(&group.elem),
        Type::Paren(paren) => unreadable(&paren.elem),
        Type::Array(array) => unreadable(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().find_map(unreadable),
        Type::Path(_) => {
            let PathArguments::AngleBracketed(arguments) = &last_segment(ty)?.arguments else { return None };
            let types = arguments.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(Type::Slice(slice)) => Some(&*slice.elem),
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            types.into_iter().filter(|_| !is_named(ty, "PhantomData")).find_map(unreadable)
        }
        _ => None,
    }
}

/// What a value without fields is in JSON, in words.
pub fn plain_as(ty: &Type) -> Option<&'static str> {
    let segment = last_segment(ty).filter(|segment| PLAIN.contains(&segment.ident.to_string().as_str()))?;
    Some(match segment.ident.to_string().as_str() {
        "bool" => "true or false",
        "char" | "String" => "a text",
        _ => "a number",
    })
}

/// Whether a type's last segment is `name`.
pub fn is_named(ty: &Type, name: &str) -> bool {
    last_segment(ty).is_some_and(|segment| segment.ident == name)
}

/// A number, a text, a list or a map, or an option of these: no type whose macro could have facts to tell.
pub fn is_plain(ty: &Type) -> bool {
    let Some(segment) = last_segment(ty) else { return true };
    let name = segment.ident.to_string();
    match name.as_str() {
        "Option" | "Box" => argument_of(ty, &name).is_some_and(is_plain),
        "Vec" | "BTreeMap" | "HashMap" | "BTreeSet" | "HashSet" => !segment.arguments.is_none(),
        name => PLAIN.contains(&name),
    }
}

/// Whether a type names `ident` anywhere, not as something in another module.
pub fn mentions(ty: &Type, ident: &Ident) -> bool {
    fn in_tokens(tokens: TokenStream, ident: &Ident) -> bool {
        let mut behind_colon = false;
        tokens.into_iter().any(|token| {
            let elsewhere = std::mem::replace(
                &mut behind_colon,
                matches!(&token, TokenTree::Punct(p) if p.as_char() == ':'),
            );
            match token {
                TokenTree::Ident(found) => found == *ident && !elsewhere,
                TokenTree::Group(group) => in_tokens(group.stream(), ident),
                _ => false,
            }
        })
    }
    in_tokens(ty.to_token_stream(), ident)
}

/// Whether two paths are written alike.
pub fn same(a: &Path, b: &Path) -> bool {
    a.to_token_stream().to_string() == b.to_token_stream().to_string()
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        Type::Group(group) => last_segment(&group.elem),
        Type::Paren(paren) => last_segment(&paren.elem),
        _ => None,
    }
}
