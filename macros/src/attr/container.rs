//! The arguments of `#[schema(..)]` and `#[status(..)]`.

use proc_macro2::TokenStream;
use syn::{Path, parse::ParseStream};

use super::{
    args::each_key,
    keys::Keys,
    rule::RuleAttr,
    value::{self, once},
};
use crate::error::{Errors, Result};

/// What stands in `#[schema(..)]` or `#[status(..)]`.
#[derive(Default)]
pub struct ContainerAttrs {
    pub krate: Option<Path>,
    pub rules: Vec<RuleAttr>,
}

impl ContainerAttrs {
    pub fn read(tokens: TokenStream, keys: &Keys, errors: &mut Errors) -> Self {
        let mut attrs = Self::default();
        let mut nested = Errors::default();
        each_key(tokens, errors, |key, input| attrs.argument(key, input, keys, &mut nested));
        errors.handle(nested.finish());
        attrs
    }

    fn argument(
        &mut self,
        key: &syn::Ident,
        input: ParseStream<'_>,
        keys: &Keys,
        errors: &mut Errors,
    ) -> Result<()> {
        match key.to_string().as_str() {
            "crate" => once(&mut self.krate, key, value::krate(key, input)?),
            "rule" => {
                self.rules.push(RuleAttr::read(key, input, errors)?);
                Ok(())
            }
            _ => Err(keys.unknown(key)),
        }
    }
}
