//! Checks that only the compiler can make, each standing at the token of the user's that it is about.

use proc_macro2::TokenStream;
use quote::quote_spanned;

use super::at;
use crate::{
    attr::owns::last,
    model::{Described, Operator},
};

/// Owned kinds live where they may, and there is reconcile logic.
pub fn operator(model: &Operator) -> TokenStream {
    let owned = model.owns.iter().map(|entry| {
        let span = at(last(&entry.kind).span());
        let child = &entry.kind;
        let mut kind = model.kind.clone();
        kind.set_span(span);
        quote_spanned!(span=> const _: () = __kw::check::may_own::<#kind, #child>();)
    });
    let span = at(model.spec.item.ident().span());
    let kind = &model.kind;
    let reconciles = quote_spanned!(span=> const _: () = __kw::check::reconciles::<#kind>(););
    owned.chain([reconciles]).collect()
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
