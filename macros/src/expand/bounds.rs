//! Checks that only the compiler can make, each standing at the token of the user's that it is about.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{at, moved};
use crate::model::{Described, Operator};

/// There is reconcile logic, the scale subresource has both its numbers, and there are not too many selectable
/// fields.
pub fn operator(model: &Operator) -> TokenStream {
    let span = at(model.spec.item.ident().span());
    let kind = &model.kind;
    let scale = model.spec.fields.iter().find_map(|field| field.scale).map_or(span, at);
    let scaled = moved(kind, scale);
    let reconciles = quote_spanned!(span=> const _: () = __kw::check::reconciles::<#kind>(););
    let scales = quote_spanned!(scale=> const _: () = __kw::check::scales::<#scaled>(););
    let selectable = quote_spanned!(span=> const _: () = __kw::check::selectable::<#kind>(););
    quote!(#reconciles #scales #selectable)
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
