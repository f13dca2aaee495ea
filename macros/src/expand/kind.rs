//! The type of the kind: what kube's `CustomResource` would make, with our own CRD in it, and no name that the
//! user's module could mean otherwise.

use proc_macro2::TokenStream;
use quote::quote;

use super::at;
use crate::{attr::item::unraw, model::Operator};

/// The struct. `spec` is the type of its spec.
pub fn structure(model: &Operator, spec: &TokenStream) -> TokenStream {
    let (vis, krate) = (&model.spec.item.input.vis, &model.spec.krate);
    // To lints and suggestions it is ours: the user wrote another struct of that name.
    let mut kind = model.kind.clone();
    kind.set_span(at(kind.span()));
    let docs = if model.spec.item.docs.is_empty() {
        let docs = format!(" A `{}` as the API server stores it.", unraw(&kind));
        quote!(#[doc = #docs])
    } else {
        let docs = &model.spec.item.doc_comment;
        quote!(#(#docs)*)
    };
    let status = model.status.as_ref().map(|status| {
        quote! {
            /// What was seen.
            #vis status: ::core::option::Option<#status>,
        }
    });
    quote! {
        #docs
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        #vis struct #kind {
            /// Name, namespace, labels and what else every object has.
            #vis metadata: #krate::__private::ObjectMeta,
            /// What is wanted.
            #vis spec: #spec,
            #status
        }
    }
}

/// What makes it a kind.
pub fn impls(model: &Operator, spec: &TokenStream) -> TokenStream {
    let inherent = inherent(model, spec);
    let resource = resource(model);
    let parts = parts(model, spec);
    let json = json(model);
    quote!(#inherent #resource #parts #json)
}

fn inherent(model: &Operator, spec: &TokenStream) -> TokenStream {
    let (kind, vis) = (&model.kind, &model.spec.item.input.vis);
    let name = unraw(kind);
    let (new_docs, crd_docs) =
        (format!(" A `{name}` of that name."), format!(" The `CustomResourceDefinition` of `{name}`."));
    let no_status = model.status.as_ref().map(|_| quote!(status: ::core::option::Option::None,));
    quote! {
        #[automatically_derived]
        #[allow(dead_code)]
        impl #kind {
            #[doc = #new_docs]
            #[must_use]
            #vis fn new(name: &str, spec: #spec) -> Self {
                Self { metadata: __kw::named(name), spec, #no_status }
            }

            #[doc = #crd_docs]
            #[must_use]
            #vis fn crd() -> __kw::CustomResourceDefinition {
                __kw::crd::<Self>()
            }
        }
    }
}

fn resource(model: &Operator) -> TokenStream {
    let (kind, name, plural) = (&model.kind, unraw(&model.kind), &model.plural.value);
    let (group, version) = (&model.group.value, &model.version.value);
    let api_version = format!("{group}/{version}");
    let crd = format!("{plural}.{group}");
    let scope = if model.namespaced { quote!(NamespaceResourceScope) } else { quote!(ClusterResourceScope) };
    let names = [
        (quote!(group), group),
        (quote!(version), version),
        (quote!(kind), &name),
        (quote!(plural), plural),
        (quote!(api_version), &api_version),
    ]
    .map(|(function, name)| {
        quote! {
            fn #function(_: &()) -> ::std::borrow::Cow<'_, str> {
                ::std::borrow::Cow::Borrowed(#name)
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl __kw::kube::Resource for #kind {
            type DynamicType = ();
            type Scope = __kw::kube::core::#scope;

            #(#names)*

            fn meta(&self) -> &__kw::ObjectMeta {
                &self.metadata
            }

            fn meta_mut(&mut self) -> &mut __kw::ObjectMeta {
                &mut self.metadata
            }
        }

        #[automatically_derived]
        impl __kw::kube::CustomResourceExt for #kind {
            fn crd() -> __kw::CustomResourceDefinition {
                __kw::crd::<Self>()
            }

            fn crd_name() -> &'static str {
                #crd
            }

            fn api_resource() -> __kw::kube::core::ApiResource {
                __kw::kube::core::ApiResource::erase::<Self>(&())
            }

            fn shortnames() -> &'static [&'static str] {
                <Self as __kw::Operator>::DECLARATION.short_names
            }
        }
    }
}

/// Spec and status, for generic code over kube's traits.
fn parts(model: &Operator, spec: &TokenStream) -> TokenStream {
    let kind = &model.kind;
    let status = model.status.as_ref().map(|status| {
        quote! {
            #[automatically_derived]
            impl __kw::kube::core::object::HasStatus for #kind {
                // Named once, at the user's own token: of a private type the compiler then complains there alone.
                type Status = <Self as __kw::Operator>::Status;

                fn status(&self) -> ::core::option::Option<&#status> {
                    self.status.as_ref()
                }

                fn status_mut(&mut self) -> &mut ::core::option::Option<#status> {
                    &mut self.status
                }
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl __kw::kube::core::object::HasSpec for #kind {
            type Spec = #spec;

            fn spec(&self) -> &#spec {
                &self.spec
            }

            fn spec_mut(&mut self) -> &mut #spec {
                &mut self.spec
            }
        }
        #status
    }
}

fn json(model: &Operator) -> TokenStream {
    let kind = &model.kind;
    let (written, read, status) = match &model.status {
        Some(_) => (quote!(self.status.as_ref()), quote!(read), Some(quote!(status: __stored.status,))),
        None => (quote!(::core::option::Option::None), quote!(read_without_status), None),
    };
    quote! {
        #[automatically_derived]
        impl __kw::serde::Serialize for #kind {
            fn serialize<S: __kw::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                __kw::stored::serialize(self, &self.spec, #written, serializer)
            }
        }

        #[automatically_derived]
        impl<'de> __kw::serde::Deserialize<'de> for #kind {
            fn deserialize<D: __kw::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                let __stored = __kw::stored::#read::<Self, D>(deserializer)?;
                ::core::result::Result::Ok(Self {
                    metadata: __stored.metadata,
                    spec: __stored.spec,
                    #status
                })
            }
        }
    }
}
