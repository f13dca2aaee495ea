//! `#[derive(ConditionType)]`.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Mode, block};
use crate::{attr::item::unraw, model::Conditions};

pub fn conditions(model: &Conditions, mode: Mode) -> TokenStream {
    if model.generic {
        return TokenStream::new();
    }
    let ident = &model.ident;
    let variants: Vec<_> =
        if mode == Mode::Whole { model.variants.iter().flatten().collect() } else { Vec::new() };
    let arms = variants.iter().map(|variant| {
        let (cfgs, name, text) = (&variant.cfgs, &variant.ident, unraw(&variant.ident));
        quote!(#(#cfgs)* Self::#name => #text,)
    });
    // In any case: whether an error sets one of them is checked elsewhere.
    let names = model.variants.iter().flatten().map(|variant| {
        let (cfgs, text) = (&variant.cfgs, unraw(&variant.ident));
        quote!(#(#cfgs)* #text)
    });
    let values = variants.iter().map(|variant| {
        let (cfgs, name) = (&variant.cfgs, &variant.ident);
        quote!(#(#cfgs)* #ident::#name)
    });
    let as_str = match mode {
        Mode::Whole => quote!(match self { #(#arms)* }),
        Mode::Fallback => quote!(""),
    };
    // The runtime sets types that the user's code need not name, so none of them is dead code.
    let used = (mode == Mode::Whole).then(|| {
        quote! {
            #[allow(deprecated)]
            const _: &[#ident] = &[#(#values),*];
        }
    });
    let content = quote! {
        #[automatically_derived]
        impl __kw::ConditionType for #ident {
            const ALL: &'static [&'static str] = &[#(#names),*];

            fn as_str(&self) -> &'static str {
                #as_str
            }
        }
        #used
    };
    block(&model.krate, &content)
}
