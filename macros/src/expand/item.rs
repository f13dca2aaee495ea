//! The user's type, given back with our derives.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Data, DataEnum, Fields, Path, parse_quote};

use super::{Mode, defaults, fallback, helpers, paths, rules};
use crate::{
    attr::item::Shape,
    model::{Described, types, wire},
};

/// What a macro adds to the type.
#[derive(Default)]
pub struct Additions {
    /// `#[serde(default)]` for the whole struct, with a `Default` of its own.
    pub default: bool,
}

pub fn item(model: &Described, additions: &Additions, mode: Mode) -> TokenStream {
    if mode == Mode::Fallback && fallback::is_bare(model) {
        return fallback::bare(model, additions);
    }
    let krate = &model.krate;
    let mut input = model.item.input.clone();
    let ours: Vec<Path> = [
        parse_quote!(::core::clone::Clone),
        parse_quote!(::core::fmt::Debug),
        parse_quote!(#krate::__private::serde::Serialize),
        parse_quote!(#krate::__private::serde::Deserialize),
        parse_quote!(#krate::__private::schemars::JsonSchema),
    ]
    .into();
    // A status, and a type whose fields all have defaults, gets its `Default` from these.
    let theirs = model.item.derives.iter().filter(|theirs| {
        let made = ours.iter().any(|ours| same_name(ours, theirs))
            || (additions.default || model.has_default) && is_default(theirs);
        !made
    });
    let derives: Attribute = parse_quote!(#[derive(#(#ours,)* #(#theirs),*)]);
    let theirs = std::mem::take(&mut input.attrs);
    input.attrs.extend(model.item.doc_comment.iter().cloned());
    input.attrs.push(derives);
    input.attrs.extend(serde_attributes(model, additions.default));
    input.attrs.extend(rules::of_type(model));
    input.attrs.extend(theirs);
    if let Data::Enum(data) = &mut input.data {
        keep_order(data, &model.item.bare_variants);
    }
    if let Data::Struct(data) = &mut input.data {
        for (field, known) in data.fields.iter_mut().zip(&model.fields) {
            field.attrs.extend(rules::of_field(known));
            // An error already: serde would speak of the lifetime as well.
            if types::borrowed(&known.ty).is_some() && model.item.input.generics.params.is_empty() {
                field.attrs.push(parse_quote!(#[serde(skip)]));
            }
            if known.own_default().is_some() {
                let path = format!("{}::{}", model.item.ident(), defaults::function(known));
                field.attrs.push(parse_quote!(#[serde(default = #path)]));
            }
            field.attrs.extend(helpers::attributes(model, known));
        }
    }
    input.into_token_stream()
}

/// Our `#[serde(..)]` and `#[schemars(..)]`: where the crates are, and names as Kubernetes writes them.
fn serde_attributes(model: &Described, default: bool) -> [Attribute; 2] {
    let serde = paths::private(&model.krate, "serde");
    let schemars = paths::private(&model.krate, "schemars");
    let camel_case = wire::CAMEL_CASE;
    let rename_all = match &model.item.input.data {
        _ if model.item.serde.has_rename_all => quote!(),
        // Values of enums keep their capital, as in `Always`; members of a union have none, as in `httpGet`.
        Data::Enum(data) if data.variants.iter().all(|variant| matches!(variant.fields, Fields::Unit)) => {
            quote!()
        }
        Data::Enum(_) => quote!(rename_all = #camel_case, rename_all_fields = #camel_case,),
        Data::Struct(data) if matches!(data.fields, Fields::Named(_)) => quote!(rename_all = #camel_case,),
        _ => quote!(),
    };
    let default = default.then(|| quote!(default,));
    // What a field says of a value stands beside a reference to its type, where schemars leaves it out.
    let wrapped = model.fields.first().filter(|_| model.item.shape == Shape::Newtype);
    let inline = wrapped.filter(|field| types::leaves(&field.ty).is_empty()).map(|_| quote!(, inline));
    [
        parse_quote!(#[serde(#rename_all #default crate = #serde)]),
        parse_quote!(#[schemars(crate = #schemars #inline)]),
    ]
}

/// schemars lists variants without attributes first, and doc comments are attributes. An empty description makes
/// all of them equal, so that the CRD has them in the order in which they are written.
fn keep_order(data: &mut DataEnum, bare: &[usize]) {
    for (_, variant) in data.variants.iter_mut().enumerate().filter(|(at, _)| bare.contains(at)) {
        variant.attrs.push(parse_quote!(#[schemars(description = "")]));
    }
}

fn is_default(path: &Path) -> bool {
    path.segments.last().is_some_and(|segment| segment.ident == "Default")
}

fn same_name(a: &Path, b: &Path) -> bool {
    let last = |path: &Path| path.segments.last().map(|segment| segment.ident.to_string());
    types::same(a, b) || last(a) == last(b)
}
