//! The helpers of `#[crd(..)]`: what they put into the schema, and what the types of their fields must be.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Attribute, Data, Fields, Ident, parse_quote, spanned::Spanned};

use super::{
    at, hidden_functions, import_answers, moved, paths,
    shape::{of_items, of_type},
};
use crate::{
    attr::item::{Shape, unraw},
    model::{Described, Field, ListKind, types, wire},
};

/// What a field gets besides its own attributes.
pub fn attributes(model: &Described, field: &Field) -> Vec<Attribute> {
    let mut attributes = Vec::new();
    let mut extend = |pairs: TokenStream| attributes.push(parse_quote!(#[schemars(extend(#pairs))]));
    let helpers = &field.helpers;
    match helpers.list.as_ref().map(|list| &list.kind) {
        Some(ListKind::Set) => extend(quote!("x-kubernetes-list-type" = "set")),
        Some(ListKind::Map(_)) => {
            let (ident, keys) = (model.item.ident(), keys_of(field));
            extend(quote! {
                "x-kubernetes-list-type" = "map",
                "x-kubernetes-list-map-keys" = #ident::#keys()
            });
        }
        None => {}
    }
    if helpers.int_or_string.is_some() {
        extend(quote!("x-kubernetes-int-or-string" = true));
    }
    if helpers.preserve_unknown.is_some() {
        extend(quote!("x-kubewright-preserve-unknown" = true));
    }
    if helpers.immutable.is_some() {
        extend(quote!("x-kubewright-immutable" = true));
    }
    if helpers.int_or_string.is_some() && field.is_text() && !field.read_by {
        let read = paths::private(&model.krate, "read::int_or_string");
        // With a function of one's own serde no longer takes an absent option for `None`.
        let default = (types::is_option(&field.ty)
            && field.serde_default.or(field.serde_default_path).is_none())
        .then(|| quote!(default,));
        attributes.push(parse_quote!(#[serde(#default deserialize_with = #read)]));
    }
    attributes
}

/// One hidden function for each list with keys: their names on the wire, as the items' type knows them.
pub fn keys(model: &Described) -> Option<TokenStream> {
    let functions: Vec<_> = model.fields.iter().filter_map(keys_function).collect();
    hidden_functions(model.item.ident(), &functions)
}

fn keys_function(field: &Field) -> Option<TokenStream> {
    let ListKind::Map(keys) = &field.helpers.list.as_ref()?.kind else { return None };
    let (name, ty, cfgs, count) = (keys_of(field), &field.ty, &field.cfgs, keys.len());
    let names = keys.iter().map(|key| {
        let name = unraw(key);
        // What a type that says nothing is most likely to call it.
        let usual = wire::renamed(&name, wire::CAMEL_CASE);
        quote!(__kw::Probe::<#ty>::ITEM.wire_of(#name, #usual))
    });
    let import = import_answers();
    Some(quote! {
        #(#cfgs)*
        #[doc(hidden)]
        fn #name() -> [&'static str; #count] {
            #import
            [#(#names),*]
        }
    })
}

fn keys_of(field: &Field) -> Ident {
    format_ident!("__kubewright_keys_{}", field.name, span = at(field.span))
}

/// Checks of types, each at the token that it is about.
pub fn checks(model: &Described) -> Option<TokenStream> {
    let mut checks = Vec::new();
    for field in &model.fields {
        list(field, &mut checks);
        let shape = of_type(field);
        let mut check = |span: Option<Span>, condition: TokenStream, message: &str| {
            if let Some(span) = span {
                checks.push(assertion(field, span, &quote!(#shape.#condition), message));
            }
        };
        check(
            field.helpers.selectable,
            quote!(may_be_selected()),
            "a selectable field is a text, an integer or a boolean: objects are found by its value",
        );
        check(
            field.helpers.immutable,
            quote!(may_be_compared()),
            "no rule of the server's can see a value that may be anything: give it a type, such as a map",
        );
        check(
            field.helpers.preserve_unknown,
            quote!(may_be_object()),
            "`preserve_unknown` is for a struct: a map and a `serde_json::Value` keep everything already, and nothing \
             else has fields",
        );
    }
    model.fields.iter().for_each(|field| {
        bounds(field, &mut checks);
        placed(model, field, &mut checks);
    });
    variants(model, &mut checks);
    let import = import_answers();
    (!checks.is_empty()).then(|| {
        quote! {
            const _: () = {
                #import
                #(#checks)*
            };
        }
    })
}

/// What serde could neither write nor read: a flattened value that has no fields, keys that are no texts.
fn placed(model: &Described, field: &Field, checks: &mut Vec<TokenStream>) {
    if !field.in_schema || !field.has_own_schema || field.read_by {
        return;
    }
    if field.wire.is_none() && model.item.shape == Shape::Struct {
        let message = "what is flattened has fields or keys, which this type has not";
        let shape = of_type(field);
        checks.push(assertion(field, field.span, &quote!(#shape.may_be_flat()), message));
    }
    for key in types::keys(&field.ty).into_iter().filter(|key| types::plain_as(key).is_none()) {
        let span = at(key.span());
        let (cfgs, key) = (&field.cfgs, moved(key, span));
        let message = "a key is a text, an integer or a boolean in JSON, which this type is not";
        checks.push(quote_spanned! {span=>
            #(#cfgs)* const _: () = ::core::assert!(__kw::Probe::<#key>::SHAPE.may_be_key(), #message);
        });
    }
}

/// Variants of an enum whose values have no place of their own in the JSON: rules of what is in one would hold for the
/// others, too, so the server has no place for them.
fn variants(model: &Described, checks: &mut Vec<TokenStream>) {
    let serde = &model.item.serde;
    let Data::Enum(data) = &model.item.input.data else { return };
    if !(serde.tag || serde.untagged) || data.variants.len() < 2 {
        return;
    }
    let attribute = if serde.tag { "tag" } else { "untagged" };
    for variant in &data.variants {
        let Fields::Unnamed(fields) = &variant.fields else { continue };
        let Some(ty) = fields.unnamed.first().map(|field| &field.ty) else { continue };
        let cfgs = variant.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"));
        let message = format!(
            "the rules of this type would get lost: the server keeps none inside of variants with `{attribute}`; write \
             them on the fields that they are about, or remove `{attribute}`"
        );
        let span = at(ty.span());
        let ty = moved(ty, span);
        let cfgs: Vec<_> = cfgs.collect();
        checks.push(quote_spanned! {span=>
            #(#cfgs)* const _: () = ::core::assert!(!__kw::Probe::<#ty>::SHAPE.has_rules(), #message);
        });
        if serde.tag && !serde.content {
            let name = &variant.ident;
            // Braces are doubled once more: `assert` reads it as a format.
            let message = format!(
                "with `tag` a variant is an object, and has no place for this: write `{name} {{{{ value: .. }}}}`, or add \
                 `content = \"value\"`"
            );
            checks.push(quote_spanned! {span=>
                #(#cfgs)* const _: () = ::core::assert!(__kw::Probe::<#ty>::SHAPE.may_be_flat(), #message);
            });
        }
    }
}

/// Bounds of a type that has to be asked what it is. Of others a look at them has told.
fn bounds(field: &Field, checks: &mut Vec<TokenStream>) {
    if types::is_plain(types::unwrapped(&field.ty)) {
        return;
    }
    let shape = of_type(field);
    let rules = [
        (field.range.at, quote!(may_be_ranged()), "`range` is for numbers, and says nothing of this type"),
        (
            field.length.at,
            quote!(may_have_length()),
            "`length` is for texts and lists, and says nothing of this type",
        ),
        (field.pattern, quote!(may_be_text()), "`regex` is for texts, and says nothing of this type"),
    ];
    for (at, condition, message) in rules {
        checks.extend(at.map(|at| assertion(field, at, &quote!(#shape.#condition), message)));
    }
}

fn list(field: &Field, checks: &mut Vec<TokenStream>) {
    let (shape, item) = (of_type(field), of_items(field));
    let Some(list) = &field.helpers.list else {
        if holds_others(field) {
            let message = "the items of this list have immutable fields or rules with `oldSelf`, and can't be compared \
                           with what they were: add `#[crd(list(map(key)))]` with a field that tells them apart";
            checks.push(assertion(field, field.span, &quote!(!#item.compares()), message));
        }
        return;
    };
    match &list.kind {
        ListKind::Set => {
            let message = "this type is a set already: remove `list(set)`";
            checks.push(assertion(field, list.span, &quote!(!#shape.is_set()), message));
            let message = "`list(set)` is for a `Vec`: this is no list";
            checks.push(assertion(field, list.span, &quote!(#shape.may_be_list()), message));
            let message = "the items of a set are texts, numbers or booleans: of structs the server can make no set; \
                           tell them apart with `list(map(key))`";
            checks.push(assertion(field, list.span, &quote!(#item.may_be_scalar()), message));
        }
        ListKind::Map(keys) => {
            let message = "`list(map(..))` is for a `Vec` of structs: this is none";
            checks.push(assertion(field, list.span, &quote!(#shape.may_be_keyed_list()), message));
            let message = "`list(map(..))` is for a `Vec` of structs: these items have no fields";
            checks.push(assertion(field, list.span, &quote!(#item.may_be_object()), message));
            for key in keys {
                let name = unraw(key);
                let message = format!(
                    "the items have no field `{name}`: a key is one of their fields, as Rust calls it"
                );
                checks.push(assertion(field, key.span(), &quote!(#item.may_be_keyed(#name)), &message));
                let message = format!("`{name}` may be absent: a key is required or has a default");
                checks.push(assertion(field, key.span(), &quote!(#item.key_may_be_there(#name)), &message));
                let message =
                    format!("`{name}` can't tell items apart: a key is a text, a number or a boolean");
                checks.push(assertion(field, key.span(), &quote!(#item.key_may_be_scalar(#name)), &message));
            }
        }
    }
}

/// Whether it is seen to be a list of a type that may have something to say.
fn holds_others(field: &Field) -> bool {
    let item = types::item_of(types::unwrapped(&field.ty));
    field.in_schema && field.has_own_schema && item.is_some_and(|item| !types::is_plain(item))
}

fn assertion(field: &Field, span: Span, condition: &TokenStream, message: &str) -> TokenStream {
    let cfgs = &field.cfgs;
    quote_spanned!(at(span)=> #(#cfgs)* const _: () = ::core::assert!(#condition, #message);)
}
