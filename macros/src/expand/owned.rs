//! `<Kind>Children` and `<Kind>Observed`: one field for each entry of `owns(..)`.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::model::{Arity, Operator, Owned};

/// The two structs.
pub fn structs(model: &Operator) -> TokenStream {
    let (children, observed) = (&model.children, &model.observed);
    let (vis, krate) = (&model.spec.item.input.vis, &model.spec.krate);
    let wanted = entries(model).map(|entry| {
        let (name, kind, docs) = (&entry.entry, &entry.kind, docs(entry));
        let ty = match entry.arity {
            Arity::One => quote!(#kind),
            Arity::Optional => quote!(::core::option::Option<#kind>),
            Arity::Many => quote!(::std::vec::Vec<#kind>),
        };
        quote!(#[doc = #docs] #vis #name: #ty,)
    });
    let live = entries(model).map(|entry| {
        let (name, kind, docs) = (&entry.entry, &entry.kind, docs(entry));
        let ty = match entry.arity {
            Arity::One | Arity::Optional => quote!(Seen),
            Arity::Many => quote!(SeenMany),
        };
        quote!(#[doc = #docs] #vis #name: #krate::__private::#ty<#kind>,)
    });
    let kind = &model.kind;
    let (wanted_docs, live_docs) =
        (format!(" The children that a `{kind}` wants."), format!(" The live children of a `{kind}`."));
    quote! {
        #[doc = #wanted_docs]
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        #vis struct #children {
            #(#wanted)*
        }

        #[doc = #live_docs]
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        // Not every operator looks at every child.
        #[allow(dead_code)]
        #vis struct #observed {
            #(#live)*
        }
    }
}

/// How the engine's JSON goes in and out of them.
pub fn impls(model: &Operator) -> TokenStream {
    let (children, observed) = (&model.children, &model.observed);
    let collected = entries(model).enumerate().map(|(i, entry)| {
        let (index, name) = (Literal::usize_unsuffixed(i), &entry.entry);
        match entry.arity {
            Arity::One => quote!(into.one(#index, self.#name);),
            Arity::Optional => quote!(into.option(#index, self.#name);),
            Arity::Many => quote!(into.many(#index, self.#name);),
        }
    });
    let gathered = entries(model).enumerate().map(|(i, entry)| {
        let (index, name) = (Literal::usize_unsuffixed(i), &entry.entry);
        match entry.arity {
            Arity::One | Arity::Optional => quote!(#name: from.one(#index)?,),
            Arity::Many => quote!(#name: from.many(#index)?,),
        }
    });
    let (into, from) =
        if model.owns.is_empty() { (quote!(_), quote!(_)) } else { (quote!(into), quote!(from)) };
    quote! {
        #[automatically_derived]
        impl __kw::Children for #children {
            fn collect(self, #into: &mut __kw::Wanted) {
                #(#collected)*
            }
        }

        #[automatically_derived]
        impl __kw::Observed for #observed {
            fn gather(#from: &__kw::Live) -> ::core::result::Result<Self, __kw::DecodeError> {
                ::core::result::Result::Ok(Self { #(#gathered)* })
            }
        }
    }
}

/// The entries, each name once: doubled names are an error already.
fn entries(model: &Operator) -> impl Iterator<Item = &Owned> {
    let first = |at: usize, entry: &Owned| model.owns[..at].iter().all(|other| other.entry != entry.entry);
    model.owns.iter().enumerate().filter(move |(at, entry)| first(*at, entry)).map(|(_, entry)| entry)
}

fn docs(entry: &Owned) -> String {
    let kind = crate::attr::owns::last(&entry.kind);
    match entry.arity {
        Arity::One => format!(" The `{kind}`."),
        Arity::Optional => format!(" The `{kind}`, if there is one."),
        Arity::Many => format!(" All of the entry's `{kind}`s."),
    }
}
