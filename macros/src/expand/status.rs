//! `#[status]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Meta, parse_quote};

use super::{
    Mode, block, bounds, described, fallback,
    item::{Additions, item},
    option,
};
use crate::model::{Marked, Shape, Status};

pub fn status(model: &Status, mode: Mode) -> TokenStream {
    if mode == Mode::Fallback && fallback::is_unusable(&model.described) {
        return fallback::given_back(&model.described);
    }
    let krate = &model.described.krate;
    let named = model.described.item.shape == Shape::Struct;
    let derives = if named { vec![parse_quote!(::core::default::Default)] } else { Vec::new() };
    let item = item(&model.described, &Additions { derives, default: named }, mode);
    let nested = bounds::nested(&model.described, mode);
    let described = described::impls(&model.described, mode);
    let status = impl_status(model);
    let default = (!named).then(|| fallback::default(&model.described));
    let block = block(krate, &quote!(#status #default #described));
    quote!(#nested #item #block)
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
