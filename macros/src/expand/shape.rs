//! What a type is in JSON and which fields it has, for checks in the expansions of other types.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, Fields};

use super::import_answers;
use crate::{
    attr::item::Shape,
    model::{Described, Field, Presence, rule::Rule},
};

pub fn shape(model: &Described) -> TokenStream {
    let ident = model.item.ident();
    let value = value(model);
    quote! {
        #[automatically_derived]
        impl __kw::Shaped for #ident {
            const SHAPE: __kw::Shape = #value;
        }
    }
}

fn value(model: &Described) -> TokenStream {
    if model.item.serde.converted {
        return quote!(__kw::Shape::Unknown);
    }
    match (model.item.shape, &model.item.input.data) {
        (Shape::Struct, _) => object(model),
        (Shape::Newtype, _) => match model.fields.first() {
            Some(field) => asked(of_type(field)),
            None => quote!(__kw::Shape::Unknown),
        },
        (Shape::Enum, Data::Enum(data)) => {
            let plain = data.variants.iter().all(|variant| matches!(variant.fields, Fields::Unit));
            let wrapped = model.item.serde.tag || model.item.serde.untagged;
            if plain && !wrapped { quote!(__kw::Shape::Text) } else { quote!(__kw::Shape::Unknown) }
        }
        _ => quote!(__kw::Shape::Unknown),
    }
}

fn object(model: &Described) -> TokenStream {
    let open = model.fields.iter().any(|field| field.in_schema && field.wire.is_none());
    let fields: Vec<_> = model.fields.iter().filter_map(field).collect();
    let of_fields = model.fields.iter().flat_map(|field| &field.rules);
    let compares = model.fields.iter().any(|field| field.helpers.immutable.is_some())
        || model.rules.iter().chain(of_fields).any(Rule::compares);
    let rules = !model.rules.is_empty();
    let value = quote! {
        __kw::Shape::Object(__kw::Fields {
            known: &[#(#fields),*],
            open: #open,
            compares: #compares,
            rules: #rules,
        })
    };
    if fields.is_empty() { value } else { asked(value) }
}

fn field(field: &Field) -> Option<TokenStream> {
    let (name, wire, cfgs) = (&field.name, field.wire.as_ref().filter(|_| field.in_schema)?, &field.cfgs);
    let shape = of_type(field);
    let kind = match field.presence {
        Presence::Required => quote!(required),
        Presence::Defaulted => quote!(defaulted),
        Presence::Optional => quote!(optional),
    };
    Some(quote!(#(#cfgs)* __kw::Field::#kind(#name, #wire, #shape)))
}

/// What a field's type is, as its own macro says.
pub fn of_type(field: &Field) -> TokenStream {
    answer(field, &quote!(SHAPE))
}

/// What the items or values of a field's type are.
pub fn of_items(field: &Field) -> TokenStream {
    answer(field, &quote!(ITEM))
}

fn answer(field: &Field, to: &TokenStream) -> TokenStream {
    let ty = &field.ty;
    if field.has_own_schema { quote!(__kw::Probe::<#ty>::#to) } else { quote!(__kw::Shape::Unknown) }
}

/// A value that asks other types.
fn asked(value: TokenStream) -> TokenStream {
    let import = import_answers();
    quote!({ #import #value })
}
