//! What is made of an item that no expansion fits: enough that code which names it stays quiet.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::{Mode, block, kind, operator as whole, owned};
use crate::{
    attr::item::Shape,
    model::{Described, Operator},
};

/// Whether our derives would only complain of their own about the type.
pub fn is_unusable(model: &Described) -> bool {
    !model.item.input.generics.params.is_empty() || matches!(model.item.shape, Shape::Union)
}

/// The type as the user wrote it, without our attributes.
pub fn given_back(model: &Described) -> TokenStream {
    let derives = &model.item.derives;
    let derives = (!derives.is_empty()).then(|| quote!(#[derive(#(#derives),*)]));
    let (docs, input) = (&model.item.doc_comment, model.item.input.to_token_stream());
    quote!(#(#docs)* #derives #input)
}

/// `Default` for what can't derive it, unless the user tries to.
pub fn default(model: &Described) -> Option<TokenStream> {
    let ident = model.item.ident();
    let theirs = model.item.derives.iter().filter_map(|path| path.segments.last());
    (!theirs.into_iter().any(|last| last.ident == "Default")).then(|| {
        quote! {
            impl ::core::default::Default for #ident {
                fn default() -> Self {
                    // Nobody gets here: this stands beside a compile error.
                    loop {}
                }
            }
        }
    })
}

/// The kind with an empty spec in place of the user's.
pub fn operator(model: &Operator) -> TokenStream {
    let krate = &model.spec.krate;
    let vis = &model.spec.item.input.vis;
    let given_back = given_back(&model.spec);
    let spec = format_ident!("__Kubewright{}", model.kind);
    let (serde, schemars) = (super::paths::private(krate, "serde"), super::paths::private(krate, "schemars"));
    let kind = kind::structure(model, &quote!(#spec));
    let structs = owned::structs(model);
    let impls = whole::impls(model, &quote!(#spec), Mode::Fallback);
    let block = block(
        krate,
        &quote! {
            impl __kw::Described for #spec {
                const FACTS: &'static [__kw::Fact] = &[];
            }
            #impls
        },
    );
    quote! {
        #given_back
        #[derive(
            ::core::clone::Clone,
            ::core::fmt::Debug,
            #krate::__private::serde::Serialize,
            #krate::__private::serde::Deserialize,
            #krate::__private::schemars::JsonSchema,
        )]
        #[serde(crate = #serde)]
        #[schemars(crate = #schemars)]
        #[doc(hidden)]
        #vis struct #spec {}
        #kind
        #structs
        #block
    }
}
