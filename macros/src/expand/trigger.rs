//! What wakes: `on(..)`, `when = ..`, `source = ..`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Path;

use super::at;
use crate::{
    attr::{owns::last, value::path_text},
    model::{On, Operator, When},
};

/// The parts that are named.
pub fn on(on: On) -> TokenStream {
    let parts = [
        on.generation.then(|| quote!(generation: true,)),
        on.labels.then(|| quote!(labels: true,)),
        on.annotations.then(|| quote!(annotations: true,)),
        on.status.map(|_| quote!(status: true,)),
    ];
    // Of all that there are, nothing is left to be filled in.
    let rest = parts.iter().any(Option::is_none).then(|| quote!(..__kw::On::NOTHING));
    let parts = parts.iter().flatten();
    quote!(__kw::On { #(#parts)* #rest })
}

/// The function that is asked, in an option. `kind` is the type of what it is asked about, none for metadata.
pub fn when(model: &When, kind: Option<&TokenStream>) -> TokenStream {
    // All of a call stands where its function does, or the compiler underlines the whole attribute.
    let call = |span: Span, function: TokenStream| match kind {
        Some(kind) => quote_spanned!(span=> __kw::call::when::<#kind>(__old, __new, #function)),
        None => quote_spanned!(span=> __kw::call::when_metadata(__old, __new, #function)),
    };
    let asked = match model {
        When::Is(path) => call(at(last(path).span()), quote!(#path)),
        _ => {
            let metadata = quote!(__kw::ObjectMeta);
            let condition = condition(model, kind.unwrap_or(&metadata));
            call(Span::call_site(), quote!(|__change| #condition))
        }
    };
    quote!(::core::option::Option::Some(|__old, __new| #asked))
}

/// Functions, combined.
fn condition(model: &When, kind: &TokenStream) -> TokenStream {
    let each = |parts: &[When]| {
        let parts = parts.iter().map(|part| match part {
            When::All(parts) | When::Any(parts) if parts.len() > 1 => {
                let part = condition(part, kind);
                quote!((#part))
            }
            _ => condition(part, kind),
        });
        parts.collect::<Vec<_>>()
    };
    match model {
        // Nothing in it could be read, which is told.
        When::Not(parts) | When::All(parts) | When::Any(parts) if parts.is_empty() => quote!(true),
        When::Is(path) => {
            let span = at(last(path).span());
            quote_spanned!(span=> __kw::call::says::<#kind>(__change, #path))
        }
        When::Not(parts) => {
            let parts = each(parts);
            quote!(!#(#parts)*)
        }
        When::All(parts) => {
            let parts = each(parts);
            quote!(#(#parts)&&*)
        }
        When::Any(parts) => {
            let parts = each(parts);
            quote!(#(#parts)||*)
        }
    }
}

/// The way to the functions that give keys from outside.
pub fn sources(model: &Operator) -> Option<TokenStream> {
    let sources = model.sources.iter().map(|path| {
        let (span, name) = (at(last(path).span()), path_text(path));
        quote_spanned!(span=> __kw::call::source::<Self, _>(#name, __cx, #path))
    });
    (!model.sources.is_empty()).then(|| {
        quote! {
            fn sources(__cx: &__kw::SourceContext<Self>) -> ::std::vec::Vec<__kw::Source> {
                ::std::vec![#(#sources),*]
            }
        }
    })
}

/// What they are called.
pub fn source_names(sources: &[Path]) -> impl Iterator<Item = TokenStream> {
    sources.iter().map(|path| {
        let name = path_text(path);
        quote!(#name)
    })
}
