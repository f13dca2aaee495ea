//! `#[derive(Failure)]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Fields, Ident, Path};

use super::{Mode, at, block, declaration::duration, option};
use crate::{
    attr::owns::last,
    model::{Class, Failure, Verdict},
};

pub fn failure(model: &Failure, mode: Mode) -> TokenStream {
    if model.generic {
        return TokenStream::new();
    }
    let ident = &model.ident;
    let (conditions, verdict) = match mode {
        Mode::Whole => (conditions(model), verdicts(model)),
        Mode::Fallback => (quote!(&[]), quote!(__kw::Verdict::permanent(""))),
    };
    // One name for the enum, so that the compiler says once if it does not exist.
    let named = model.conditions.as_ref().filter(|_| mode == Mode::Whole && sets_any(model));
    let named = named.map(|path| quote!(type __Conditions = #path;));
    // At the enum, where it is told if it is no error.
    let shared = quote_spanned!(at(ident.span())=> __kw::call::shared(self));
    let as_error = if mode == Mode::Whole { shared } else { quote!(loop {}) };
    let content = quote! {
        #named

        #[automatically_derived]
        impl __kw::Failure for #ident {
            const CONDITIONS: &'static [&'static str] = #conditions;

            fn verdict(&self) -> __kw::Verdict {
                #verdict
            }

            fn as_error(
                &self,
            ) -> &(dyn ::core::error::Error + ::core::marker::Send + ::core::marker::Sync + 'static) {
                #as_error
            }
        }
    };
    block(&model.krate, &content)
}

/// All condition types that a variant sets, and those of wrapped errors.
fn conditions(model: &Failure) -> TokenStream {
    let own = own_conditions(model);
    let wrapped = model.variants.iter().filter_map(|verdict| match &verdict.class {
        Class::FromSource { ty, span } => {
            let cfgs = &verdict.variant.cfgs;
            Some(quote_spanned!(at(*span)=> #(#cfgs)* <#ty as __kw::Failure>::CONDITIONS))
        }
        _ => None,
    });
    let wrapped: Vec<_> = wrapped.collect();
    if wrapped.is_empty() {
        return own;
    }
    quote! {{
        const PARTS: &[&[&str]] = &[#own, #(#wrapped),*];
        &__kw::call::joined::<{ __kw::call::total(PARTS) }>(PARTS)
    }}
}

/// Those that variants name, with the values themselves: the compiler knows each once.
fn own_conditions(model: &Failure) -> TokenStream {
    let mut known: Vec<(String, String)> = Vec::new();
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for verdict in &model.variants {
        let Some(condition) = &verdict.condition else { continue };
        let (cfgs, name) = (&verdict.variant.cfgs, crate::attr::item::unraw(condition));
        let entry = (quote!(#(#cfgs)*).to_string(), name.clone());
        if known.contains(&entry) {
            continue;
        }
        known.push(entry);
        names.push(quote!(#(#cfgs)* #name));
        let value = value(condition);
        values.push(quote!(#(#cfgs)* #value));
    }
    if names.is_empty() {
        return quote!(&[]);
    }
    quote!(__kw::call::named(&[#(#values),*], &[#(#names),*]))
}

fn sets_any(model: &Failure) -> bool {
    model.variants.iter().any(|verdict| verdict.condition.is_some())
}

/// What makes a text of a condition. If the enum is none of conditions, that is told where it is named.
fn text(conditions: &Path) -> TokenStream {
    let span = at(last(conditions).span());
    quote_spanned!(span=> <__Conditions as __kw::ConditionType>::as_str)
}

/// A condition as a value of its enum.
fn value(condition: &Ident) -> TokenStream {
    quote_spanned!(at(condition.span())=> __Conditions::#condition)
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
        Class::Waiting => quote!(__kw::Class::Waiting),
        Class::Transient { retry_after } => {
            let retry_after = option(retry_after.map(duration));
            quote!(__kw::Class::Transient { retry_after: #retry_after })
        }
        Class::FromSource { ty, span } => {
            let pattern = match &verdict.variant.fields {
                Fields::Named(fields) => {
                    let field = fields.named.first().and_then(|field| field.ident.as_ref());
                    quote!({ #field: __source })
                }
                _ => quote!((__source)),
            };
            let call = quote_spanned!(at(*span)=> <#ty as __kw::Failure>::verdict(__source));
            return quote!(#(#cfgs)* Self::#variant #pattern => #call,);
        }
    };
    let condition = verdict.condition.as_ref().zip(model.conditions.as_ref());
    let condition = option(condition.map(|(condition, conditions)| {
        let (text, value) = (text(conditions), value(condition));
        quote!(#text(&#value))
    }));
    let reason = &verdict.reason.value;
    let field = option(verdict.field.as_ref().map(|field| &field.value));
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
