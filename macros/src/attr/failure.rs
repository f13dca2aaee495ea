//! The enum under `#[derive(Failure)]`, and its `#[failure(..)]`.

use proc_macro2::TokenStream;
use syn::{
    Attribute, Data, DeriveInput, Fields, Generics, Ident, LitStr, Meta, Path, Type, parse::ParseStream,
};

use super::{
    field::each_in,
    keys,
    value::{self, once},
};
use crate::error::{Errors, Result, error};

pub struct FailureItem {
    pub ident: Ident,
    pub generics: Generics,
    pub krate: Option<Path>,
    /// Keys of the enum that stand there or on a variant, also those whose values can't be read.
    pub keys: Vec<String>,
    /// The enum of condition types.
    pub conditions: Option<Path>,
    /// `None` if it is no enum.
    pub variants: Option<Vec<FailureVariant>>,
}

pub struct FailureVariant {
    pub ident: Ident,
    pub fields: Fields,
    pub cfgs: Vec<Attribute>,
    pub attrs: VariantAttrs,
}

/// What stands in the `#[failure(..)]` of a variant.
#[derive(Default)]
pub struct VariantAttrs {
    /// Something in it can't be read, so that what is missing may be that.
    pub unreadable: bool,
    pub transient: Option<Ident>,
    pub permanent: Option<Ident>,
    pub waiting: Option<Ident>,
    pub from_source: Option<Ident>,
    pub retry_after: Option<LitStr>,
    pub condition: Option<Ident>,
    pub reason: Option<LitStr>,
    pub field: Option<LitStr>,
}

impl FailureItem {
    pub fn read(tokens: TokenStream, errors: &mut Errors) -> Result<Self> {
        let input: DeriveInput = syn::parse2(tokens)?;
        let (mut krate, mut conditions, mut keys) = (None, None, Vec::new());
        for attribute in ours(&input.attrs) {
            each_in(attribute, "#[failure(conditions = MyAppCondition)]", errors, |key, input| {
                keys.push(key.to_string());
                match key.to_string().as_str() {
                    "crate" => once(&mut krate, key, value::krate(key, input)?),
                    "conditions" => {
                        once(&mut conditions, key, value::path(key, input, "conditions = MyAppCondition")?)
                    }
                    _ => Err(keys::FAILURE.unknown(key)),
                }
            });
        }
        let variants = match input.data {
            Data::Enum(data) => {
                let mut read = |variant| FailureVariant::read(variant, &mut keys, errors);
                Some(data.variants.into_iter().map(&mut read).collect())
            }
            _ => None,
        };
        Ok(Self { ident: input.ident, generics: input.generics, krate, keys, conditions, variants })
    }
}

impl FailureVariant {
    fn read(variant: syn::Variant, keys_of_enum: &mut Vec<String>, errors: &mut Errors) -> Self {
        let mut attrs = VariantAttrs::default();
        for attribute in ours(&variant.attrs) {
            attrs.unreadable |= !matches!(attribute.meta, Meta::List(_));
            each_in(attribute, "#[failure(transient)]", errors, |key, input| {
                if key == "conditions" {
                    keys_of_enum.push(key.to_string());
                }
                let read = attrs.argument(key, input);
                attrs.unreadable |= read.is_err();
                read
            });
        }
        for attribute in variant.fields.iter().flat_map(|field| ours(&field.attrs)) {
            errors.push(error(attribute.path(), "`#[failure(..)]` belongs on the variant: fields take none"));
        }
        let cfgs = variant.attrs.into_iter().filter(|attribute| attribute.path().is_ident("cfg")).collect();
        Self { ident: variant.ident, fields: variant.fields, cfgs, attrs }
    }

    /// The type of its only field.
    pub fn source(&self) -> Option<&Type> {
        let mut fields = self.fields.iter();
        let first = fields.next()?;
        fields.next().is_none().then_some(&first.ty)
    }
}

impl VariantAttrs {
    fn argument(&mut self, key: &Ident, input: ParseStream<'_>) -> Result<()> {
        let class = match key.to_string().as_str() {
            "transient" => &mut self.transient,
            "permanent" => &mut self.permanent,
            "waiting" => &mut self.waiting,
            "from_source" => &mut self.from_source,
            "retry_after" => {
                return once(&mut self.retry_after, key, value::string(key, input, "retry_after = \"30s\"")?);
            }
            "condition" => {
                return once(&mut self.condition, key, value::name(key, input, "condition = Invalid")?);
            }
            "reason" => {
                return once(
                    &mut self.reason,
                    key,
                    value::string(key, input, "reason = \"TooManyReplicas\"")?,
                );
            }
            "field" => {
                return once(&mut self.field, key, value::string(key, input, "field = \"spec.replicas\"")?);
            }
            _ => return Err(keys::VARIANT.unknown(key)),
        };
        value::flag(key, input)?;
        once(class, key, key.clone())
    }
}

fn ours(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("failure"))
}
