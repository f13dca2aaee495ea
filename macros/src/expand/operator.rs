//! `#[operator(..)]`: the kind and its declaration.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Attribute, Path, parse_quote};

use super::{
    Mode, at, block, bounds, described, fallback,
    item::{Additions, item},
    moved, owned, paths,
};
use crate::{
    attr::{item::unraw, owns::last},
    model::{Arity, Operator, Text, types},
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

/// All that was said, as data. What is as by default is left to `Declaration::new`.
fn declaration(model: &Operator, mode: Mode) -> TokenStream {
    let (name, group, version) = (&model.name.value, &model.group.value, &model.version.value);
    let (kind, plural, singular) = (unraw(&model.kind), &model.plural.value, &model.singular.value);
    let description = &model.spec.item.docs;
    let short_names = texts("short_names", &model.short_names);
    let categories = texts("categories", &model.categories);
    let scope = (!model.namespaced).then(|| quote!(scope: __kw::Scope::Cluster,));
    let owns = model.owns.iter().map(|entry| {
        let (name, named) = (unraw(&entry.entry), entry.named);
        let kind = owned_kind(&entry.kind, mode);
        let arity = match entry.arity {
            Arity::One => quote!(One),
            Arity::Optional => quote!(Optional),
            Arity::Many => quote!(Many),
        };
        quote! {
            __kw::Owned { entry: #name, named: #named, arity: __kw::Arity::#arity, kind: #kind }
        }
    });
    let watches = model.watches.iter().map(|entry| {
        let (path, kind) = (&entry.kind, read_kind(&entry.kind));
        let map = match &entry.map {
            None => quote!(::core::option::Option::None),
            Some(map) => {
                let span = at(last(map).span());
                let path = moved(path, span);
                let call = quote_spanned!(span=> __kw::call::map::<Self, #path>(__object, __store, #map));
                quote_spanned!(span=> ::core::option::Option::Some(|__object, __store| #call))
            }
        };
        quote!(__kw::Watched { kind: #kind, map: #map })
    });
    let reads = model.reads.iter().map(|path| {
        let kind = read_kind(path);
        quote!(__kw::Read { kind: #kind, live: false })
    });
    let (owns, watches, reads) = (list("owns", owns), list("watches", watches), list("reads", reads));
    let finalizer = model
        .finalizer
        .as_ref()
        .map(|Text { value, .. }| quote!(finalizer: ::core::option::Option::Some(#value),));
    let webhook = (model.validate.is_some() || model.default.is_some()).then(|| {
        let (validate, default) = (model.validate.is_some(), model.default.is_some());
        quote!(webhook: __kw::Webhook { validate: #validate, default: #default },)
    });
    let concurrency = model.concurrency.map(|concurrency| {
        let passes = Literal::usize_unsuffixed(concurrency.value);
        quote!(concurrency: #passes,)
    });
    quote! {
        __kw::Declaration {
            #short_names
            #categories
            #scope
            description: #description,
            #owns
            #watches
            #reads
            #finalizer
            #webhook
            #concurrency
            ..__kw::Declaration::new(#name, #group, #version, #kind, #plural, #singular)
        }
    }
}

/// A kind as its type says, with an error at the user's token if it is none.
fn read_kind(path: &Path) -> TokenStream {
    quote_spanned!(at(last(path).span())=> __kw::check::kind::<#path>)
}

/// The same, if its owner may own it.
fn owned_kind(path: &Path, mode: Mode) -> TokenStream {
    match mode {
        Mode::Whole => quote_spanned!(at(last(path).span())=> __kw::check::child::<Self, #path>),
        Mode::Fallback => read_kind(path),
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

fn texts(field: &str, texts: &[Text]) -> Option<TokenStream> {
    list(field, texts.iter().map(|Text { value, .. }| quote!(#value)))
}

/// `field: &[..],`, or nothing if there is nothing.
fn list(field: &str, entries: impl Iterator<Item = TokenStream>) -> Option<TokenStream> {
    let entries: Vec<_> = entries.collect();
    let field = quote::format_ident!("{field}");
    (!entries.is_empty()).then(|| quote!(#field: &[#(#entries),*],))
}
