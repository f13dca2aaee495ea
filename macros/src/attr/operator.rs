//! The arguments of `#[operator(..)]`.

use proc_macro2::TokenStream;
use syn::{Ident, LitStr, Path, Type, parse::ParseStream};

use super::{
    args::{each_key, written_keys},
    former::FormerAttrs,
    keys,
    owns::{self, OwnedAttr, ReadAttr, WatchedAttr},
    pacing::PacingAttrs,
    rule::RuleAttr,
    trigger::{OnAttr, WhenAttr},
    value::{self, once},
};
use crate::error::{Errors, Result, error};

/// What stands in `#[operator(..)]`.
#[derive(Default)]
pub struct OperatorAttrs {
    /// Keys that stand there, also those whose values can't be read.
    pub keys: Vec<String>,
    pub krate: Option<Path>,
    pub name: Option<LitStr>,
    pub group: Option<LitStr>,
    pub version: Option<LitStr>,
    pub kind: Option<Ident>,
    pub plural: Option<LitStr>,
    pub singular: Option<LitStr>,
    pub short_names: Vec<LitStr>,
    pub categories: Vec<LitStr>,
    pub scope: Option<Ident>,
    pub status: Option<Path>,
    pub owns: Vec<OwnedAttr>,
    pub watches: Vec<WatchedAttr>,
    pub reads: Vec<ReadAttr>,
    pub on: Option<OnAttr>,
    pub when: Option<WhenAttr>,
    pub sources: Vec<Path>,
    pub finalizer: Option<LitStr>,
    pub former: FormerAttrs,
    pub webhook: WebhookAttr,
    pub state: Option<Type>,
    pub pacing: PacingAttrs,
    pub rules: Vec<RuleAttr>,
}

/// What stands in `webhook(..)`.
#[derive(Default)]
pub struct WebhookAttr {
    pub validate: Option<Ident>,
    pub default: Option<Ident>,
}

impl OperatorAttrs {
    pub fn read(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut attrs = Self::default();
        let mut nested = Errors::default();
        let written = written_keys(tokens.clone());
        each_key(tokens, errors, |key, input| {
            attrs.keys.push(key.to_string());
            let Some(meant) =
                keys::OPERATOR.meant(key).filter(|meant| !written.iter().any(|key| key == meant))
            else {
                return attrs.argument(key, input, &mut nested);
            };
            // A key that is nearly `group` stands for it, so that no group is missing and other code finds what
            // it names. Whether its value is good is told once the key is.
            attrs.keys.push(meant.to_owned());
            let mut untold = Errors::default();
            let read = attrs.argument(&Ident::new(meant, key.span()), input, &mut untold);
            drop((read, untold.finish()));
            Err(keys::OPERATOR.unknown(key))
        });
        errors.handle(nested.finish());
        attrs
    }

    fn argument(&mut self, key: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<()> {
        match key.to_string().as_str() {
            "crate" => once(&mut self.krate, key, value::krate(key, input)?),
            "name" => once(&mut self.name, key, value::string(key, input, "name = \"myapp-operator\"")?),
            "group" => once(&mut self.group, key, value::string(key, input, "group = \"example.com\"")?),
            "version" => once(&mut self.version, key, value::string(key, input, "version = \"v1\"")?),
            "kind" => {
                let name = |key: &_, input: ParseStream<'_>| value::name(key, input, "kind = MyApp");
                once(&mut self.kind, key, value::unquoted(key, input, errors, name)?)
            }
            "plural" => once(&mut self.plural, key, value::string(key, input, "plural = \"myapps\"")?),
            "singular" => once(&mut self.singular, key, value::string(key, input, "singular = \"myapp\"")?),
            "short_name" => {
                self.short_names.push(value::string(key, input, "short_name = \"ma\"")?);
                Ok(())
            }
            "category" => {
                self.categories.push(value::string(key, input, "category = \"all\"")?);
                Ok(())
            }
            "scope" => once(&mut self.scope, key, value::name(key, input, "scope = Cluster")?),
            "status" => {
                let path = |key: &_, input: ParseStream<'_>| value::path(key, input, "status = MyAppStatus");
                once(&mut self.status, key, value::unquoted(key, input, errors, path)?)
            }
            "owns" => {
                let list = value::list(key, input, "owns(Deployment, Service)")?;
                self.owns.extend(owns::owned(list, errors));
                Ok(())
            }
            "watches" => {
                let list = value::list(key, input, "watches(ConfigMap)")?;
                self.watches.extend(owns::watched(list, errors));
                Ok(())
            }
            "reads" => {
                let list = value::list(key, input, "reads(Namespace)")?;
                self.reads.extend(owns::read(list, errors));
                Ok(())
            }
            "on" => once(&mut self.on, key, OnAttr::read(key, input, errors)?),
            "when" => once(&mut self.when, key, WhenAttr::read(key, input, errors)?),
            "source" => {
                self.sources.push(value::path(key, input, "source = path::to::function")?);
                Ok(())
            }
            "finalizer" => {
                let example = "finalizer = \"myapp.example.com/finalizer\"";
                once(&mut self.finalizer, key, value::string(key, input, example)?)
            }
            "former_finalizers" | "former_managers" | "formerly_owns" => {
                self.former.argument(key, input, errors)
            }
            "webhook" => {
                let list = value::list(key, input, "webhook(validate, default)")?;
                if list.is_empty() {
                    let message =
                        "`webhook()` names no handler: `webhook(validate)`, `webhook(default)` or both";
                    return Err(error(key, message));
                }
                each_key(list, errors, |key, input| self.webhook.argument(key, input));
                Ok(())
            }
            "state" => {
                let type_ = |key: &_, input: ParseStream<'_>| value::type_(key, input, "state = MyClients");
                once(&mut self.state, key, value::unquoted(key, input, errors, type_)?)
            }
            "concurrency" | "backoff" | "retry_rate" | "timeout" | "resync" | "debounce" => {
                self.pacing.argument(key, input, errors)
            }
            "rule" => {
                self.rules.push(RuleAttr::read(key, input, errors)?);
                Ok(())
            }
            _ => Err(keys::OPERATOR.unknown(key)),
        }
    }
}

impl WebhookAttr {
    fn argument(&mut self, key: &Ident, input: ParseStream<'_>) -> Result<()> {
        let slot = match key.to_string().as_str() {
            "validate" => &mut self.validate,
            "default" => &mut self.default,
            _ => return Err(keys::WEBHOOK.unknown(key)),
        };
        value::flag(key, input)?;
        once(slot, key, key.clone())
    }
}
