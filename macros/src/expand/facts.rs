//! What a type knows of its fields: columns and the scale subresource, with paths relative to itself.

use proc_macro2::TokenStream;
use quote::quote;

use syn::Type;

use super::{description, import_answers};
use crate::model::{Described, Field, types, wire};

pub fn facts(model: &Described) -> TokenStream {
    let ident = model.item.ident();
    let facts: Vec<_> = model.fields.iter().flat_map(of_field).collect();
    let nested = model.fields.iter().any(|field| is_nested(field) && boxed(field).is_none());
    let import = nested.then(import_answers);
    let value = if nested { quote!({ #import &[#(#facts),*] }) } else { quote!(&[#(#facts),*]) };
    quote! {
        #[automatically_derived]
        impl __kw::Described for #ident {
            const FACTS: &'static [__kw::Fact] = #value;
        }
    }
}

fn of_field(field: &Field) -> Vec<TokenStream> {
    let cfgs = &field.cfgs;
    let path = field.wire.as_deref().map(wire::path).unwrap_or_default();
    let mut facts = Vec::new();
    if let Some(column) = &field.column {
        let (name, priority, description) = (&column.name.value, column.priority, description(&field.docs));
        let priority = proc_macro2::Literal::i32_unsuffixed(priority);
        facts.push(quote! {
            #(#cfgs)*
            __kw::Fact::Column { path: #path, name: #name, priority: #priority, description: #description }
        });
    }
    if field.scale.is_some() {
        facts.push(quote!(#(#cfgs)* __kw::Fact::Scale { path: #path }));
    }
    if field.selector.is_some() {
        facts.push(quote!(#(#cfgs)* __kw::Fact::ScaleSelector { path: #path }));
    }
    if field.helpers.selectable.is_some() {
        facts.push(quote!(#(#cfgs)* __kw::Fact::Selectable { path: #path }));
    }
    if is_nested(field) {
        if let Some(ty) = boxed(field) {
            let import = import_answers();
            facts.push(quote! {
                #(#cfgs)*
                __kw::Fact::Boxed {
                    path: #path,
                    facts: || {
                        #import
                        __kw::Probe::<#ty>::FACTS
                    },
                }
            });
            return facts;
        }
        let ty = &field.ty;
        facts.push(quote!(#(#cfgs)* __kw::Fact::Nested { path: #path, facts: __kw::Probe::<#ty>::FACTS }));
    }
    facts
}

/// What is in the field's box, if it is one.
fn boxed(field: &Field) -> Option<&Type> {
    types::argument_of(types::without_option(&field.ty), "Box")
}

/// Whether the field's type may have facts to tell.
fn is_nested(field: &Field) -> bool {
    let runtimes = types::is_named(&field.ty, "Conditions") || field.last_update_time.is_some();
    field.in_schema && field.has_own_schema && !runtimes && !types::is_plain(&field.ty)
}
