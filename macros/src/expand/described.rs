//! `#[schema]`.

use proc_macro2::TokenStream;
use quote::quote;

use super::{
    Mode, block, bounds, defaults, facts, fallback, helpers,
    item::{Additions, item},
    rules, shape,
};
use crate::model::Described;

pub fn schema(model: &Described, mode: Mode) -> TokenStream {
    if mode == Mode::Fallback && fallback::is_unusable(model) {
        return fallback::given_back(model);
    }
    let item = item(model, &Additions::default(), mode);
    let impls = impls(model, mode);
    let block = block(&model.krate, &impls);
    let nested = bounds::nested(model, mode);
    quote!(#nested #item #block)
}

/// What every type with fields gets.
pub fn impls(model: &Described, mode: Mode) -> TokenStream {
    let facts = facts::facts(model);
    let shape = shape::shape(model);
    let functions = defaults::functions(model);
    let default = defaults::default_impl(model);
    let keys = helpers::keys(model);
    let bounds = (mode == Mode::Whole).then(|| {
        let (fields, helpers, rules) =
            (bounds::fields(model), helpers::checks(model), rules::questions(model));
        quote!(#fields #helpers #rules)
    });
    quote!(#facts #shape #functions #keys #default #bounds)
}
