//! What is made of an item that no expansion fits: enough that code which names it stays quiet.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Data, Path, Type, parse_quote};

use super::{Mode, block, item::Additions, kind, operator as whole, owned};
use crate::{
    attr::item::Shape,
    model::{Described, Operator},
};

/// Whether our derives would only complain of their own about the type.
pub fn is_unusable(model: &Described) -> bool {
    !model.item.input.generics.params.is_empty() || matches!(model.item.shape, Shape::Union)
}

/// Whether the derives would tell in their words what is told already.
pub fn is_bare(model: &Described) -> bool {
    model.item.unreadable
        || !model.lacking.is_empty()
        || !model.unreadable.is_empty()
        || !model.derived_above.is_empty()
        || !model.helpers_above.is_empty()
}

/// The type without our derives and what belongs to them, but with all that other code asks of it.
pub fn bare(model: &Described, additions: &Additions) -> TokenStream {
    let mut input = model.item.input.clone();
    strip(&mut input.attrs);
    match &mut input.data {
        Data::Struct(data) => data.fields.iter_mut().for_each(|field| {
            strip(&mut field.attrs);
            // Of what has no size of its own the compiler would tell once more.
            if let Type::Slice(slice) = &field.ty {
                field.ty = parse_quote!(::std::boxed::Box<#slice>);
            }
        }),
        Data::Enum(data) => {
            for variant in &mut data.variants {
                strip(&mut variant.attrs);
                variant.fields.iter_mut().for_each(|field| strip(&mut field.attrs));
            }
        }
        Data::Union(_) => {}
    }
    let derives = model.item.derives.iter().filter(|path| !DUMMIES.iter().any(|dummy| is_named(path, dummy)));
    let docs = &model.item.doc_comment;
    let above = |name: &&str| !model.derived_above.iter().any(|path| is_named(path, name));
    let default = if additions.default { &["Default"][..] } else { &[] };
    let dummies = DUMMIES.iter().chain(default).copied().filter(above).map(|name| dummy(model, name));
    let derives: Vec<_> = derives.collect();
    let derives = (!derives.is_empty()).then(|| quote!(#[derive(#(#derives),*)]));
    quote!(#(#docs)* #derives #input #(#dummies)*)
}

/// Attributes that only our derives take.
fn strip(attributes: &mut Vec<Attribute>) {
    attributes.retain(|attribute| {
        !["serde", "schemars", "validate"].iter().any(|name| attribute.path().is_ident(name))
    });
}

/// What `bare` has in place of derives. Nobody gets into these functions: they stand beside a compile error.
const DUMMIES: &[&str] = &["Clone", "Debug", "Serialize", "Deserialize", "JsonSchema"];

fn dummy(model: &Described, name: &str) -> TokenStream {
    let ident = model.item.ident();
    let krate = &model.krate;
    let (serde, schemars) = (quote!(#krate::__private::serde), quote!(#krate::__private::schemars));
    match name {
        "Clone" => quote! {
            impl ::core::clone::Clone for #ident {
                fn clone(&self) -> Self {
                    loop {}
                }
            }
        },
        "Debug" => quote! {
            impl ::core::fmt::Debug for #ident {
                fn fmt(&self, _: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    loop {}
                }
            }
        },
        "Serialize" => quote! {
            impl #serde::Serialize for #ident {
                fn serialize<S: #serde::Serializer>(&self, _: S) -> ::core::result::Result<S::Ok, S::Error> {
                    loop {}
                }
            }
        },
        "Deserialize" => quote! {
            impl<'de> #serde::Deserialize<'de> for #ident {
                fn deserialize<D: #serde::Deserializer<'de>>(_: D) -> ::core::result::Result<Self, D::Error> {
                    loop {}
                }
            }
        },
        "JsonSchema" => quote! {
            impl #schemars::JsonSchema for #ident {
                fn schema_name() -> ::std::borrow::Cow<'static, str> {
                    loop {}
                }

                fn json_schema(_: &mut #schemars::SchemaGenerator) -> #schemars::Schema {
                    loop {}
                }
            }
        },
        _ => quote! {
            impl ::core::default::Default for #ident {
                fn default() -> Self {
                    loop {}
                }
            }
        },
    }
}

fn is_named(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|last| last.ident == name)
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

/// A spec that has logic, as a kind: so that nothing more is said of the logic.
pub fn spec_as_kind(model: &Operator) -> TokenStream {
    let spec = model.spec.item.ident();
    let kind = &model.kind;
    let names = ["group", "version", "kind", "plural"].map(|name| {
        let name = format_ident!("{name}");
        quote! {
            fn #name(_: &()) -> ::std::borrow::Cow<'_, str> {
                loop {}
            }
        }
    });
    quote! {
        impl __kw::kube::Resource for #spec {
            type DynamicType = ();
            type Scope = <#kind as __kw::kube::Resource>::Scope;

            #(#names)*

            fn meta(&self) -> &__kw::ObjectMeta {
                loop {}
            }

            fn meta_mut(&mut self) -> &mut __kw::ObjectMeta {
                loop {}
            }
        }

        impl __kw::Operator for #spec {
            type Spec = #spec;
            type Status = <#kind as __kw::Operator>::Status;
            type State = <#kind as __kw::Operator>::State;
            type Children = <#kind as __kw::Operator>::Children;
            type Observed = <#kind as __kw::Operator>::Observed;
            const DECLARATION: __kw::Declaration = <#kind as __kw::Operator>::DECLARATION;
        }

        impl __kw::Finalized for #spec {
            const FINALIZER: &'static str = "";
        }
        impl __kw::Validated for #spec {}
        impl __kw::Defaulted for #spec {}
    }
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
