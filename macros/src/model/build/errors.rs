//! The models of condition types and of errors.

use super::{krate, pacing::duration, text};
use crate::{
    attr::{
        condition::ConditionItem,
        failure::{FailureItem, FailureVariant, VariantAttrs},
        item::unraw,
    },
    error::{Errors, error},
    model::{Class, Conditions, Failure, Text, Verdict},
};

pub fn conditions(item: ConditionItem, errors: &mut Errors) -> Conditions {
    no_generics(&item.generics, "#[derive(ConditionType)]", errors);
    if item.variants.is_none() {
        errors.push(error(&item.ident, "condition types are an enum: `enum MyAppCondition { Ready, .. }`"));
    }
    Conditions {
        krate: krate(item.krate),
        generic: !item.generics.params.is_empty(),
        ident: item.ident,
        variants: item.variants,
    }
}

pub fn failure(item: FailureItem, errors: &mut Errors) -> Failure {
    no_generics(&item.generics, "#[derive(Failure)]", errors);
    if item.variants.is_none() {
        let message = "`#[derive(Failure)]` needs an enum: what an error means is said for each variant";
        errors.push(error(&item.ident, message));
    }
    let classes = ["transient", "permanent", "waiting", "from_source"];
    let misplaced = item.keys.iter().any(|key| classes.contains(&key.as_str()));
    let unread = item.conditions.is_none() && item.keys.iter().any(|key| key == "conditions");
    Failure {
        krate: krate(item.krate),
        generic: !item.generics.params.is_empty(),
        ident: item.ident,
        conditions: item.conditions,
        conditions_unread: unread,
        variants: item
            .variants
            .into_iter()
            .flatten()
            .map(|mut variant| {
                variant.attrs.unreadable |= misplaced;
                verdict(variant, errors)
            })
            .collect(),
    }
}

fn verdict(mut variant: FailureVariant, errors: &mut Errors) -> Verdict {
    let attrs = std::mem::take(&mut variant.attrs);
    Verdict {
        class: class(&variant, &attrs, errors),
        reason: match &attrs.reason {
            Some(reason) => text(reason),
            // What is merely waited for has the runtime's own reason for that.
            None if attrs.waiting.is_some() => {
                Text { value: "Waiting".to_owned(), span: variant.ident.span(), written: false }
            }
            None => Text { value: unraw(&variant.ident), span: variant.ident.span(), written: false },
        },
        field: attrs.field.as_ref().map(text),
        condition: attrs.condition,
        variant,
    }
}

fn class(variant: &FailureVariant, attrs: &VariantAttrs, errors: &mut Errors) -> Class {
    let VariantAttrs { transient, permanent, waiting, from_source, .. } = attrs;
    let mut classes = [transient, permanent, waiting, from_source].into_iter().flatten();
    let Some(first) = classes.next() else {
        if attrs.unreadable {
            return Class::Permanent;
        }
        let message = format!(
            "`{}` does not say whether trying again helps: add `#[failure(transient)]` (tried again with backoff), \
             `#[failure(permanent)]` (a fault that only a change ends) or `#[failure(waiting)]` (no fault: something \
             is not ready yet)",
            variant.ident
        );
        errors.push(error(&variant.ident, message));
        return Class::Permanent;
    };
    for second in classes {
        errors.push(error(second, format!("an error has one class: keep `{first}` or `{second}`")));
    }
    if let (Some(delay), false) = (&attrs.retry_after, first == "transient") {
        let message =
            format!("a `{first}` error has no delay of its own: only `transient` ones take `retry_after`");
        errors.push(error(delay, message));
    }
    if first == "transient" {
        let delay = attrs.retry_after.as_ref();
        let retry_after = delay.and_then(|delay| errors.handle(duration(delay)));
        return Class::Transient { retry_after };
    }
    if first == "permanent" {
        return Class::Permanent;
    }
    if first == "waiting" {
        for said in
            [attrs.condition.as_ref().map(syn::Ident::span), attrs.field.as_ref().map(syn::LitStr::span)]
        {
            let Some(said) = said else { continue };
            let message = "a `waiting` error is no fault of the object: only `reason` goes with it";
            errors.push(error(&said, message));
        }
        return Class::Waiting;
    }
    for said in [attrs.condition.as_ref().map(syn::Ident::span), attrs.reason.as_ref().map(syn::LitStr::span)]
        .into_iter()
        .chain([attrs.field.as_ref().map(syn::LitStr::span)])
        .flatten()
    {
        errors.push(error(&said, "`from_source` leaves this to the wrapped error: remove one of them"));
    }
    match variant.source() {
        Some(ty) => Class::FromSource { ty: Box::new(ty.clone()), span: first.span() },
        None => {
            let message = format!(
                "`from_source` asks the wrapped error: `{}` needs exactly one field, an error with `#[derive(Failure)]`",
                variant.ident
            );
            errors.push(error(first, message));
            Class::Permanent
        }
    }
}

fn no_generics(generics: &syn::Generics, macro_name: &str, errors: &mut Errors) {
    if !generics.params.is_empty() {
        errors.push(error(
            &generics.params,
            format!("`{macro_name}` takes no generic parameters: name the types"),
        ));
    }
}
