//! `#[status]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Meta, spanned::Spanned};

use super::{
    Mode, at, block, bounds, described, fallback,
    item::{Additions, item},
    option,
};
use crate::model::{Described, Marked, Shape, Status, names, types};

pub fn status(model: &Status, mode: Mode) -> TokenStream {
    if mode == Mode::Fallback && fallback::is_unusable(&model.described) {
        return fallback::given_back(&model.described);
    }
    let krate = &model.described.krate;
    let named = model.described.item.shape == Shape::Struct;
    let item = item(&model.described, &Additions { default: named }, mode);
    let nested = bounds::nested(&model.described, mode);
    let described = described::impls(&model.described, mode);
    let status = impl_status(model);
    let default = match mode {
        _ if !named => fallback::default(&model.described),
        Mode::Fallback if fallback::is_bare(&model.described) => None,
        _ => Some(empty(&model.described)),
    };
    let block = block(krate, &quote!(#status #default #described));
    quote!(#nested #item #block)
}

/// `Default`: each field as it is when nobody has written it.
fn empty(model: &Described) -> TokenStream {
    let ident = model.item.ident();
    let fields = model.fields.iter().map(|field| {
        let (name, cfgs, ty) = (names::ident(&field.name, field.span), &field.cfgs, &field.ty);
        // Of the types that the user made it is told if they have no such value.
        let theirs = types::leaves(ty).first() == Some(&ty) && !types::is_named(ty, "Conditions");
        let span = at(ty.span());
        let value = if theirs {
            quote_spanned!(span=> __kw::check::initial::<#ty>())
        } else {
            quote!(::core::default::Default::default())
        };
        quote!(#(#cfgs)* #name: #value,)
    });
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl ::core::default::Default for #ident {
            fn default() -> Self {
                Self { #(#fields)* }
            }
        }
    }
}

fn impl_status(model: &Status) -> TokenStream {
    let ident = model.described.item.ident();
    let (conditions, observed_generation) = (&model.conditions, &model.observed_generation);
    let condition = model.condition.as_ref().map_or_else(|| quote!(__kw::NoCondition), |ty| quote!(#ty));
    let last_update_time = match &model.last_update_time {
        Some(Marked { wire, cfgs }) if !cfgs.is_empty() => {
            let conditions = cfgs.iter().filter_map(|cfg| match &cfg.meta {
                Meta::List(list) => Some(&list.tokens),
                _ => None,
            });
            quote!({
                #(#cfgs)*
                const __AT: ::core::option::Option<&str> = ::core::option::Option::Some(#wire);
                #[cfg(not(all(#(#conditions),*)))]
                const __AT: ::core::option::Option<&str> = ::core::option::Option::None;
                __AT
            })
        }
        marked => option(marked.as_ref().map(|marked| &marked.wire)),
    };
    quote! {
        #[automatically_derived]
        impl __kw::Status for #ident {
            type Condition = #condition;
            const FIELDS: ::core::option::Option<__kw::StatusFields> =
                ::core::option::Option::Some(__kw::StatusFields {
                    conditions: #conditions,
                    observed_generation: #observed_generation,
                    last_update_time: #last_update_time,
                });
        }
    }
}
