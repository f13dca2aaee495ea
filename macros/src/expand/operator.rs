//! `#[operator(..)]`: the kind and its declaration.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Attribute, Path, parse_quote};

use super::{
    Mode, at, block, bounds,
    declaration::declaration,
    described, fallback,
    item::{Additions, item},
    owned, paths,
};
use crate::{
    attr::{item::unraw, owns::last},
    model::{Operator, Text, types},
};

pub fn operator(model: &Operator, mode: Mode) -> TokenStream {
    if mode == Mode::Fallback && fallback::is_unusable(&model.spec) {
        return fallback::operator(model);
    }
    let krate = &model.spec.krate;
    let additions = Additions {
        derives: vec![parse_quote!(#krate::__private::kube::CustomResource)],
        attributes: vec![kube_attribute(model)],
        default: false,
    };
    let item = item(&model.spec, &additions);
    let structs = owned::structs(model);
    let ident = model.spec.item.ident();
    let (described, operator) = (described::impls(&model.spec, mode), impls(model, &quote!(#ident), mode));
    let block = block(krate, &quote!(#described #operator));
    quote!(#item #structs #block)
}

/// kube's part: the type of the kind. Its schema is off, because the one of `crd()` is better.
pub fn kube_attribute(model: &Operator) -> Attribute {
    let krate = &model.spec.krate;
    let kind = unraw(&model.kind);
    let docs = match model.spec.item.docs.as_str() {
        "" => format!("A `{kind}` as the API server stores it."),
        docs => docs.to_owned(),
    };
    let (group, version, plural, singular) =
        (&model.group.value, &model.version.value, &model.plural.value, &model.singular.value);
    let namespaced = model.namespaced.then(|| quote!(namespaced,));
    let status = model.status.as_ref().map(|status| quote!(status = #status,));
    let crates = ["kube::core", "k8s_openapi", "schemars", "serde", "serde_json"];
    let [kube_core, k8s_openapi, schemars, serde, serde_json] =
        crates.map(|name| paths::private(krate, name));
    parse_quote! {
        #[kube(
            group = #group,
            version = #version,
            kind = #kind,
            plural = #plural,
            singular = #singular,
            doc = #docs,
            #namespaced
            schema = "disabled",
            #status
            crates(
                kube_core = #kube_core,
                k8s_openapi = #k8s_openapi,
                schemars = #schemars,
                serde = #serde,
                serde_json = #serde_json
            )
        )]
    }
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
    let state = model.state.as_ref().map_or_else(|| quote!(()), |state| quote!(#state));
    let declaration = declaration(model, mode);
    let calls = (mode == Mode::Whole).then(|| calls(model));
    let finalized = model.finalizer.as_ref().map(|Text { value, .. }| {
        quote! {
            #[automatically_derived]
            impl __kw::Finalized for #kind {
                const FINALIZER: &'static str = #value;
            }
        }
    });
    let owned = owned::impls(model);
    let declares = declares(model);
    let crd = crd(model);
    let bounds = (mode == Mode::Whole).then(|| bounds::operator(model));
    quote! {
        #[automatically_derived]
        impl __kw::Operator for #kind {
            type Spec = #spec;
            #status
            type State = #state;
            type Children = #children;
            type Observed = #observed;
            const DECLARATION: __kw::Declaration = #declaration;
            #calls
        }
        #finalized
        #owned
        #declares
        #crd
        #bounds
    }
}

/// The CRD, before kube's method of the same name, which knows no schema.
fn crd(model: &Operator) -> TokenStream {
    let (kind, vis) = (&model.kind, &model.spec.item.input.vis);
    let docs = format!(" The `CustomResourceDefinition` of `{kind}`.");
    quote! {
        #[automatically_derived]
        impl #kind {
            #[doc = #docs]
            #[must_use]
            #[allow(dead_code)]
            #vis fn crd() -> __kw::CustomResourceDefinition {
                __kw::crd::<Self>()
            }
        }
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
    quote!(#default #validate #cleanup)
}

/// The kinds that may be read, each once.
fn declares(model: &Operator) -> TokenStream {
    let owned = model.owns.iter().map(|entry| &entry.kind);
    let watched = model.watches.iter().map(|entry| &entry.kind);
    let mut kinds: Vec<&Path> = Vec::new();
    for path in owned.chain(watched).chain(&model.reads) {
        if !kinds.iter().any(|known| types::same(known, path)) {
            kinds.push(path);
        }
    }
    let kind = &model.kind;
    quote! {
        #(
            #[automatically_derived]
            impl __kw::Declares<#kinds> for #kind {}
        )*
    }
}
