//! `#[operator(..)]`: the kind and its declaration.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Path, spanned::Spanned};

use super::{
    Mode, at, block, bounds,
    declaration::declaration,
    described, fallback,
    item::{Additions, item},
    kind, moved, owned, trigger,
};
use crate::{
    attr::owns::last,
    model::{Operator, Text, types},
};

pub fn operator(model: &Operator, mode: Mode) -> TokenStream {
    if mode == Mode::Fallback && fallback::is_unusable(&model.spec) {
        return fallback::operator(model);
    }
    if model.made_before.is_some() {
        return described::schema(&model.spec, mode);
    }
    let krate = &model.spec.krate;
    let ident = model.spec.item.ident();
    let spec = quote!(#ident);
    let item = item(&model.spec, &Additions::default(), mode);
    let nested = bounds::nested(&model.spec, mode);
    let kind = kind::structure(model, &spec);
    let structs = owned::structs(model);
    let (described, operator) = (described::impls(&model.spec, mode), impls(model, &spec, mode));
    let as_kind = model.spec_has.as_ref().map(|_| fallback::spec_as_kind(model));
    let block = block(krate, &quote!(#described #operator #as_kind));
    quote!(#nested #item #kind #structs #block)
}

/// Everything that is said of the kind. `spec` is the type of its spec.
pub fn impls(model: &Operator, spec: &TokenStream, mode: Mode) -> TokenStream {
    let (kind, children, observed) = (&model.kind, &model.children, &model.observed);
    let status = match &model.status {
        None => quote!(
            type Status = __kw::NoStatus;
        ),
        Some(status) => quote_spanned!(at(last(status).span())=> type Status = #status;),
    };
    let state = match &model.state {
        None => quote!(
            type State = ();
        ),
        Some(state) => quote_spanned!(at(state.span())=> type State = #state;),
    };
    let declaration = declaration(model);
    let calls = (mode == Mode::Whole).then(|| calls(model));
    let handled = handled(model, mode);
    let owned = owned::impls(model);
    let declares = declares(model);
    let bounds = (mode == Mode::Whole).then(|| bounds::operator(model));
    let kube = kind::impls(model, spec);
    quote! {
        #kube

        #[automatically_derived]
        impl __kw::Operator for #kind {
            type Spec = #spec;
            #status
            #state
            type Children = #children;
            type Observed = #observed;
            const DECLARATION: __kw::Declaration = #declaration;
            #calls
        }
        #handled
        #owned
        #declares
        #bounds
    }
}

/// The ways to user code that was declared. Each stands at the argument that declares it, and so do its errors.
fn calls(model: &Operator) -> TokenStream {
    let default = model.default.map(|span| {
        quote_spanned! {at(span)=>
            fn fill_defaults(&mut self) {
                __kw::call::fill_defaults(self);
            }
        }
    });
    let validate = model.validate.map(|span| {
        quote_spanned! {at(span)=>
            fn check(
                &self,
                old: ::core::option::Option<&Self>,
            ) -> ::core::result::Result<__kw::Warnings, __kw::Failed> {
                __kw::call::validate(self, old)
            }
        }
    });
    let cleanup = model.finalizer.as_ref().map(|finalizer| {
        quote_spanned! {at(finalizer.span)=>
            fn clean<'a>(
                &'a self,
                cx: &'a __kw::Context<Self>,
            ) -> __kw::BoxFuture<'a, ::core::result::Result<__kw::Cleaned, __kw::Failed>> {
                __kw::call::cleanup(self, cx)
            }
        }
    });
    let sources = trigger::sources(model);
    quote!(#default #validate #cleanup #sources)
}

/// The handlers that may be written. After an error that may be all of them: what declares one may be unreadable.
fn handled(model: &Operator, mode: Mode) -> TokenStream {
    let (kind, all) = (&model.kind, mode == Mode::Fallback);
    let finalizer = model.finalizer.as_ref().map(|Text { value, .. }| value.as_str()).or(all.then_some(""));
    let finalized = finalizer.map(|finalizer| {
        quote! {
            #[automatically_derived]
            impl __kw::Finalized for #kind {
                const FINALIZER: &'static str = #finalizer;
            }
        }
    });
    let validated = (all || model.validate.is_some()).then(|| {
        quote! {
            #[automatically_derived]
            impl __kw::Validated for #kind {}
        }
    });
    let defaulted = (all || model.default.is_some()).then(|| {
        quote! {
            #[automatically_derived]
            impl __kw::Defaulted for #kind {}
        }
    });
    quote!(#finalized #validated #defaulted)
}

/// The kinds that may be read, each once, and where they are read.
fn declares(model: &Operator) -> TokenStream {
    // Whole in the cache, at the server, with its metadata in the cache. The rights to what is owned are those to both.
    let owned = model.owns.iter().map(|entry| (&entry.kind, (true, true, false)));
    let watched = model.watches.iter().map(|entry| {
        let metadata = entry.metadata_only;
        (&entry.kind, (!metadata, false, metadata))
    });
    let read = model.reads.iter().map(|entry| (&entry.kind, (!entry.live, entry.live, false)));
    let mut kinds: Vec<(&Path, (bool, bool, bool))> = Vec::new();
    for (path, new) in owned.chain(watched).chain(read) {
        match kinds.iter_mut().find(|(known, _)| types::same(known, path)) {
            Some((_, access)) => *access = (access.0 || new.0, access.1 || new.1, access.2 || new.2),
            None => kinds.push((path, new)),
        }
    }
    let kind = &model.kind;
    let impls = kinds.iter().map(|(path, access)| {
        let access = match access {
            (true, true, _) => quote!(FromBoth),
            (true, false, _) => quote!(FromCache),
            (false, true, true) => quote!(FromMetadataAndServer),
            (false, false, true) => quote!(FromMetadata),
            (false, _, false) => quote!(FromServer),
        };
        // Two names of one kind are told at both.
        let span = at(last(path).span());
        let kind = moved(kind, span);
        quote_spanned! {span=>
            #[automatically_derived]
            impl __kw::Declares<#path> for #kind {
                type Access = __kw::#access;
            }
        }
    });
    quote!(#(#impls)*)
}
