//! `#[crd(default = value)]`: one hidden function for each, which serde and `Default` call.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Expr, ExprLit, Ident, Lit, spanned::Spanned};

use super::{at, hidden_functions};
use crate::model::{Described, Field, names};

/// Name of the function of a field.
pub fn function(field: &Field) -> Ident {
    format_ident!("__kubewright_default_{}", field.name, span = at(field.span))
}

pub fn functions(model: &Described) -> Option<TokenStream> {
    let functions = model.fields.iter().filter_map(|field| {
        let default = field.own_default()?;
        let (name, ty, cfgs, value) = (function(field), &field.ty, &field.cfgs, value(&default.value));
        Some(quote! {
            #(#cfgs)*
            #[doc(hidden)]
            fn #name() -> #ty {
                #value
            }
        })
    });
    hidden_functions(model.item.ident(), &functions.collect::<Vec<_>>())
}

/// `Default` for a struct whose fields all have one: `{}` on the server is the same as `Default` in Rust.
pub fn default_impl(model: &Described) -> Option<TokenStream> {
    let ident = model.item.ident();
    let fields = model.fields.iter().map(|field| {
        let (name, cfgs) = (names::ident(&field.name, field.span), &field.cfgs);
        let value = match field.own_default() {
            Some(_) => {
                let function = function(field);
                quote!(Self::#function())
            }
            None => quote!(::core::default::Default::default()),
        };
        quote!(#(#cfgs)* #name: #value,)
    });
    model.has_default.then(|| {
        quote! {
            #[automatically_derived]
            #[allow(deprecated)]
            impl ::core::default::Default for #ident {
                fn default() -> Self {
                    Self { #(#fields)* }
                }
            }
        }
    })
}

/// A text becomes what the field is; anything else must be of the field's type already.
fn value(written: &Expr) -> TokenStream {
    match written {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
            quote_spanned!(at(written.span())=> __kw::call::made_of_text(#text))
        }
        Expr::Group(group) => value(&group.expr),
        other => quote!(#other),
    }
}
