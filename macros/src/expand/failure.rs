//! `#[derive(Failure)]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Fields;

use super::{Mode, at, block, declaration::duration, moved};
use crate::model::{Class, Failure, Verdict};

pub fn failure(model: &Failure, mode: Mode) -> TokenStream {
    if model.generic {
        return TokenStream::new();
    }
    let ident = &model.ident;
    let (conditions, verdict) = match mode {
        Mode::Whole => (conditions(model), verdicts(model)),
        Mode::Fallback => (quote!(&[]), quote!(__kw::Verdict::permanent(""))),
    };
    let content = quote! {
        #[automatically_derived]
        impl __kw::Failure for #ident {
            const CONDITIONS: &'static [&'static str] = #conditions;

            fn verdict(&self) -> __kw::Verdict {
                #verdict
            }
        }
    };
    block(&model.krate, &content)
}

/// All condition types that a variant sets, and those of wrapped errors.
fn conditions(model: &Failure) -> TokenStream {
    let mut own: Vec<String> = Vec::new();
    for condition in model.variants.iter().filter_map(|verdict| verdict.condition.as_ref()) {
        let name = crate::attr::item::unraw(condition);
        if !own.contains(&name) {
            own.push(name);
        }
    }
    let wrapped = model.variants.iter().filter_map(|verdict| match &verdict.class {
        Class::FromSource { ty, span } => {
            let cfgs = &verdict.variant.cfgs;
            Some(quote_spanned!(at(*span)=> #(#cfgs)* <#ty as __kw::Failure>::CONDITIONS))
        }
        _ => None,
    });
    let wrapped: Vec<_> = wrapped.collect();
    if wrapped.is_empty() {
        return quote!(&[#(#own),*]);
    }
    quote! {{
        const PARTS: &[&[&str]] = &[&[#(#own),*], #(#wrapped),*];
        &__kw::call::joined::<{ __kw::call::total(PARTS) }>(PARTS)
    }}
}

fn verdicts(model: &Failure) -> TokenStream {
    if model.variants.is_empty() {
        return quote!(match *self {});
    }
    let arms = model.variants.iter().map(|verdict| arm(model, verdict));
    quote!(match self { #(#arms)* })
}

fn arm(model: &Failure, verdict: &Verdict) -> TokenStream {
    let (variant, cfgs) = (&verdict.variant.ident, &verdict.variant.cfgs);
    let class = match &verdict.class {
        Class::Permanent => quote!(__kw::Class::Permanent),
        Class::Transient { retry_after } => {
            let retry_after = match retry_after {
                Some(delay) => {
                    let delay = duration(*delay);
                    quote!(::core::option::Option::Some(#delay))
                }
                None => quote!(::core::option::Option::None),
            };
            quote!(__kw::Class::Transient { retry_after: #retry_after })
        }
        Class::FromSource { span, .. } => {
            let pattern = match &verdict.variant.fields {
                Fields::Named(fields) => {
                    let field = fields.named.first().and_then(|field| field.ident.as_ref());
                    quote!({ #field: __source })
                }
                _ => quote!((__source)),
            };
            let call = quote_spanned!(at(*span)=> __kw::Failure::verdict(__source));
            return quote!(#(#cfgs)* Self::#variant #pattern => #call,);
        }
    };
    let condition = match (&verdict.condition, &model.conditions) {
        (Some(condition), Some(conditions)) => {
            let conditions = moved(conditions, condition.span());
            let call = quote_spanned!(at(condition.span())=> __kw::call::condition(&#conditions::#condition));
            quote!(::core::option::Option::Some(#call))
        }
        _ => quote!(::core::option::Option::None),
    };
    let reason = &verdict.reason.value;
    let field = match &verdict.field {
        Some(field) => {
            let field = &field.value;
            quote!(::core::option::Option::Some(#field))
        }
        None => quote!(::core::option::Option::None),
    };
    quote! {
        #(#cfgs)*
        Self::#variant { .. } => __kw::Verdict {
            class: #class,
            condition: #condition,
            reason: #reason,
            field: #field,
        },
    }
}
