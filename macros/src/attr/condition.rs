//! The enum under `#[derive(ConditionType)]`.

use proc_macro2::{Span, TokenStream};
use syn::{Attribute, Data, DeriveInput, Generics, Ident, Path, spanned::Spanned};

use super::{
    field::each_in,
    keys,
    value::{self, once},
};
use crate::error::{Errors, Result, error};

pub struct ConditionItem {
    pub ident: Ident,
    pub generics: Generics,
    pub krate: Option<Path>,
    /// `None` if it is no enum.
    pub variants: Option<Vec<ConditionVariant>>,
}

pub struct ConditionVariant {
    pub ident: Ident,
    /// Where its fields stand, which it may not have.
    pub fields: Option<Span>,
    pub cfgs: Vec<Attribute>,
}

impl ConditionItem {
    pub fn read(tokens: TokenStream, errors: &mut Errors) -> Result<Self> {
        let input: DeriveInput = syn::parse2(tokens)?;
        let mut krate = None;
        for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("condition_type")) {
            each_in(attribute, "#[condition_type(crate = ::path)]", errors, |key, input| {
                if key != "crate" {
                    return Err(keys::CONDITION_TYPE.unknown(key));
                }
                once(&mut krate, key, value::krate(key, input)?)
            });
        }
        let variants = match input.data {
            Data::Enum(data) => {
                Some(data.variants.into_iter().map(|variant| variant_of(variant, errors)).collect())
            }
            _ => None,
        };
        Ok(Self { ident: input.ident, generics: input.generics, krate, variants })
    }
}

fn variant_of(variant: syn::Variant, errors: &mut Errors) -> ConditionVariant {
    if let Some(attribute) =
        variant.attrs.iter().find(|attribute| attribute.path().is_ident("condition_type"))
    {
        errors
            .push(error(attribute.path(), "`#[condition_type(..)]` belongs on the enum: variants take none"));
    }
    ConditionVariant {
        fields: (!variant.fields.is_empty()).then(|| variant.fields.span()),
        cfgs: variant.attrs.into_iter().filter(|attribute| attribute.path().is_ident("cfg")).collect(),
        ident: variant.ident,
    }
}
