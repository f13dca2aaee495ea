//! The declaration as data: `const DECLARATION`.

use std::time::Duration;

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::Path;

use super::{at, moved, trigger};
use crate::{
    attr::{item::unraw, owns::last},
    model::{
        Arity, Backoff, FieldPath, OnImmutable, Operator, Owned, Pacing, RetryRate, Text, Watched,
        former::Former,
    },
};

/// All that was said, as data. What is as by default is left to `Declaration::new`.
pub fn declaration(model: &Operator) -> TokenStream {
    let (name, group, version) = (&model.name.value, &model.group.value, &model.version.value);
    let (kind, plural, singular) = (unraw(&model.kind), &model.plural.value, &model.singular.value);
    let description = super::description(&model.spec.item.docs);
    let short_names = texts("short_names", &model.short_names);
    let categories = texts("categories", &model.categories);
    let scope = (!model.namespaced).then(|| quote!(scope: __kw::Scope::Cluster,));
    let owns = model.owns.iter().map(owned);
    let watches = model.watches.iter().map(watched);
    let reads = model.reads.iter().map(|entry| {
        let live = entry.live.then(|| quote!(live: true,));
        with(&quote!(__kw::Read), &quote!(#live), &known_kind(&entry.kind))
    });
    let (owns, watches, reads) = (list("owns", owns), list("watches", watches), list("reads", reads));
    let on = model.on.map(|on| {
        let on = trigger::on(on);
        quote!(on: #on,)
    });
    let when = model.when.as_ref().map(|when| {
        let when = trigger::when(when, Some(&quote!(Self)));
        quote!(when: #when,)
    });
    let sources = list("sources", trigger::source_names(&model.sources));
    let finalizer = model
        .finalizer
        .as_ref()
        .map(|Text { value, .. }| quote!(finalizer: ::core::option::Option::Some(#value),));
    let former = former(&model.former);
    let webhook = (model.validate.is_some() || model.default.is_some()).then(|| {
        let (validate, default) = (model.validate.is_some(), model.default.is_some());
        quote!(webhook: __kw::Webhook { validate: #validate, default: #default },)
    });
    let pacing = pacing(&model.pacing);
    quote! {
        __kw::Declaration {
            #short_names
            #categories
            #scope
            description: #description,
            #owns
            #watches
            #reads
            #on
            #when
            #sources
            #finalizer
            #former
            #webhook
            #pacing
            ..__kw::Declaration::new(#name, #group, #version, #kind, #plural, #singular)
        }
    }
}

fn owned(entry: &Owned) -> TokenStream {
    let (name, kind) = (unraw(&entry.entry), known_kind(&entry.kind));
    let arity = match entry.arity {
        Arity::One => quote!(One),
        Arity::Optional => quote!(Optional),
        Arity::Many => quote!(Many),
    };
    let named = entry.named.then(|| quote!(named: true,));
    let depends_on = list(
        "depends_on",
        entry.depends_on.iter().filter_map(|dependency| {
            let entry = Literal::usize_unsuffixed(dependency.entry?);
            Some(quote!(#entry))
        }),
    );
    let shared = list(
        "shared",
        entry.shared.iter().map(|path| {
            let path = notation(path);
            quote!(#path)
        }),
    );
    let on_immutable = entry.on_immutable.as_ref().map(|OnImmutable { orphan, .. }| {
        let policy = if *orphan { quote!(RecreateOrphan) } else { quote!(Recreate) };
        quote!(on_immutable: __kw::OnImmutable::#policy,)
    });
    let retain = entry.retain.then(|| quote!(retain: true,));
    let adopt = entry.adopt.then(|| quote!(adopt: true,));
    let if_served = entry.if_served.map(|_| quote!(if_served: true,));
    let options = quote!(#named #depends_on #shared #on_immutable #retain #adopt #if_served);
    with(&quote!(__kw::Owned), &options, &quote!(#name, __kw::Arity::#arity, #kind))
}

/// A path in Kubernetes' own notation: `metadata.labels[example.com/tier]`.
fn notation(path: &FieldPath) -> String {
    let mut text = String::new();
    for step in &path.0 {
        match (step.quoted, text.is_empty()) {
            (true, _) => text.push_str(&format!("[{}]", step.name)),
            (false, true) => text.push_str(&step.name),
            (false, false) => text.push_str(&format!(".{}", step.name)),
        }
    }
    text
}

fn watched(entry: &Watched) -> TokenStream {
    let path = &entry.kind;
    let map = entry.map.as_ref().map(|map| {
        let span = at(last(map).span());
        let path = moved(path, span);
        let call = match entry.metadata_only {
            false => quote_spanned!(span=> __kw::call::map::<Self, #path>(__object, __store, #map)),
            true => quote_spanned!(span=> __kw::call::map_metadata::<Self>(__object, __store, #map)),
        };
        quote_spanned!(span=> map: ::core::option::Option::Some(|__object, __store| #call),)
    });
    let labels = entry.labels.as_ref().map(|Text { value, .. }| quote!(labels: #value,));
    let on = entry.on.map(|on| {
        let on = trigger::on(on);
        quote!(on: ::core::option::Option::Some(#on),)
    });
    let when = entry.when.as_ref().map(|when| {
        let kind = moved(path, at(last(path).span()));
        let when = trigger::when(when, (!entry.metadata_only).then_some(&kind));
        quote!(when: #when,)
    });
    let metadata_only = entry.metadata_only.then(|| quote!(metadata_only: true,));
    with(&quote!(__kw::Watched), &quote!(#map #labels #on #when #metadata_only), &known_kind(path))
}

/// What earlier releases did.
fn former(model: &Former) -> TokenStream {
    let finalizers = texts("former_finalizers", &model.finalizers);
    let managers = texts("former_managers", &model.managers);
    let owns = list("formerly_owns", model.owns.iter().map(known_kind));
    quote!(#finalizers #managers #owns)
}

/// `Type::new(arguments)`, or with other values for some of its fields.
fn with(ty: &TokenStream, fields: &TokenStream, arguments: &TokenStream) -> TokenStream {
    if fields.is_empty() {
        quote!(#ty::new(#arguments))
    } else {
        quote!(#ty { #fields ..#ty::new(#arguments) })
    }
}

/// When passes run, and run again.
fn pacing(model: &Pacing) -> TokenStream {
    let concurrency = model.concurrency.map(|concurrency| {
        let passes = Literal::u32_unsuffixed(concurrency.value);
        quote!(concurrency: #passes,)
    });
    let backoff = model.backoff.map(|Backoff { base, max }| {
        let (base, max) = (duration(base.value), duration(max.value));
        quote!(backoff: __kw::BackoffRange { base: #base, max: #max },)
    });
    let retry_rate = model.retry_rate.map(|RetryRate { qps, burst }| {
        let (qps, burst) = (Literal::f64_unsuffixed(qps.value), Literal::u32_unsuffixed(burst.value));
        quote!(retry_rate: __kw::RetryRate { qps: #qps, burst: #burst },)
    });
    let timeout = model.timeout.map(|timeout| {
        let timeout = duration(timeout.value);
        quote!(timeout: #timeout,)
    });
    let resync = model.resync.map(|resync| {
        let resync = duration(resync.value);
        quote!(resync: ::core::option::Option::Some(#resync),)
    });
    let debounce = model.debounce.map(|debounce| {
        let debounce = duration(debounce.value);
        quote!(debounce: ::core::option::Option::Some(#debounce),)
    });
    quote!(#concurrency #backoff #retry_rate #timeout #resync #debounce)
}

/// A duration in constant code.
pub fn duration(delay: Duration) -> TokenStream {
    let milliseconds = u64::try_from(delay.as_millis()).unwrap_or(u64::MAX);
    if milliseconds % 1000 == 0 {
        let seconds = Literal::u64_unsuffixed(milliseconds / 1000);
        quote!(::core::time::Duration::from_secs(#seconds))
    } else {
        let milliseconds = Literal::u64_unsuffixed(milliseconds);
        quote!(::core::time::Duration::from_millis(#milliseconds))
    }
}

/// A kind as its type says, with an error at the user's token if it is none.
fn known_kind(path: &Path) -> TokenStream {
    quote_spanned!(at(last(path).span())=> __kw::check::kind::<#path>)
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
