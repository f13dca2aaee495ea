//! Checks that only the compiler can make, each standing at the token of the user's that it is about.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Path, spanned::Spanned};

use super::{Mode, at, moved};
use crate::{
    attr::owns::last,
    model::{Described, Operator, types},
};

/// There is reconcile logic, the scale subresource has both its numbers, there are not too many selectable fields, and
/// children are of a scope that fits.
pub fn operator(model: &Operator) -> TokenStream {
    let span = at(model.spec.item.ident().span());
    let kind = &model.kind;
    let scale = model.spec.fields.iter().find_map(|field| field.scale).map_or(span, at);
    let scaled = moved(kind, scale);
    let reconciles = quote_spanned!(span=> const _: () = __kw::check::reconciles::<#kind>(););
    let scales = quote_spanned!(scale=> const _: () = __kw::check::scales::<#scaled>(););
    let selectable = quote_spanned!(span=> const _: () = __kw::check::selectable::<#kind>(););
    let mut paths: Vec<&Path> = Vec::new();
    for entry in &model.owns {
        if !paths.iter().any(|known| types::same(known, &entry.kind)) {
            paths.push(&entry.kind);
        }
    }
    let children = paths.into_iter().map(|path| {
        let span = at(last(path).span());
        let kind = moved(kind, span);
        quote_spanned!(span=> __kw::check::Child::<#kind, #path>::fits,)
    });
    let children: Vec<_> = children.collect();
    let fitting = (!children.is_empty()).then(|| {
        quote! {
            const _: &[fn()] = {
                // For what is no kind: the others answer without it.
                #[allow(unused_imports)]
                use __kw::check::NoChild as _;
                &[#(#children)*]
            };
        }
    });
    quote!(#reconciles #scales #selectable #fitting)
}

/// Types of fields have schemas. It stands before the item, so that its errors are told before those of the derives.
pub fn nested(model: &Described, mode: Mode) -> Option<TokenStream> {
    let krate = &model.krate;
    // The type's tokens stay the user's: of one that does not exist the compiler then tells once, as the field's.
    let checks = model.nested.iter().map(|ty| {
        let span = at(ty.span());
        quote_spanned!(span=> #krate::__private::check::has_schema::<#ty>();)
    });
    (mode == Mode::Whole && !model.nested.is_empty()).then(|| {
        quote! {
            const _: () = {
                #(#checks)*
            };
        }
    })
}

/// The number of the scale subresource is one.
pub fn fields(model: &Described) -> TokenStream {
    let scaled = model.fields.iter().filter_map(|field| {
        let span = at(field.scale?);
        let (ty, cfgs) = (&field.ty, &field.cfgs);
        Some(quote_spanned!(span=> #(#cfgs)* const _: () = __kw::check::counts_replicas::<#ty>();))
    });
    scaled.collect()
}
