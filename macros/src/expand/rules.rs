//! `rule(..)`: the keyword in the schema, and questions about other types' fields.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, parse_quote};

use super::{at, import_answers};
use crate::{
    attr::item::unraw,
    cel::{Problem, drawn},
    model::{
        Described, Field,
        resolve::{self, Question, json_path, path_steps},
        rule::{Rule, Subject},
    },
};

/// The rules of a struct or an enum. They have a name of their own until the CRD is made: where a type is flattened
/// into another one with rules, both must stay.
pub fn of_type(model: &Described) -> Option<Attribute> {
    let rules = values(&model.rules)?;
    let key = format!("x-kubewright-rules-{}", unraw(model.item.ident()));
    Some(parse_quote!(#[schemars(extend(#key = #rules))]))
}

/// The rules of a field.
pub fn of_field(field: &Field) -> Option<Attribute> {
    let rules = values(&field.rules)?;
    Some(parse_quote!(#[schemars(extend("x-kubernetes-validations" = #rules))]))
}

/// What only the compiler knows: whether fields of other types can be there.
pub fn questions(model: &Described) -> TokenStream {
    let own = model.rules.iter().flat_map(|rule| of_rule(rule, model.subject()));
    let fields = model.fields.iter().flat_map(|field| {
        let subject = field.subject();
        field.rules.iter().flat_map(move |rule| of_rule(rule, subject))
    });
    let mut tokens = TokenStream::new();
    own.chain(fields).for_each(|question| question.to_tokens(&mut tokens));
    tokens
}

fn of_rule(rule: &Rule, subject: Subject<'_>) -> Vec<TokenStream> {
    let mut asked = Vec::new();
    for (cel, found) in resolve::rule(rule, subject) {
        for question in &found.questions {
            let message = drawn(&cel.text.value, &question.problem);
            asked.push(assertion(question, cel.text.span, &message));
        }
    }
    if let Some(path) = &rule.field_path
        && let Some(steps) = path_steps(&path.value)
        && let Ok(Some(question)) = json_path(&steps, subject)
    {
        let Problem { message, .. } = &question.problem;
        asked.push(assertion(&question, path.span, message));
    }
    asked
}

fn assertion(question: &Question, span: proc_macro2::Span, message: &str) -> TokenStream {
    let Question { ty, cfgs, path, wire, presence, .. } = question;
    let shape = quote!(__kw::Probe::<#ty>::SHAPE #(.of(#path))*);
    let holds = if *presence { quote!(!#shape.may_lack(#wire)) } else { quote!(#shape.may_have(#wire)) };
    let import = import_answers();
    quote_spanned! {at(span)=>
        #(#cfgs)*
        const _: () = {
            #import
            __kw::check::holds(#holds, #message)
        };
    }
}

/// As the API server has them, or nothing if there are none.
fn values(rules: &[Rule]) -> Option<TokenStream> {
    let values = rules.iter().map(|rule| {
        let mut parts = vec![("rule", rule.cel.text.value.as_str())];
        let message_expression = rule.message_expression.as_ref().map(|cel| cel.text.value.as_str());
        let texts = [
            ("message", rule.message.as_ref().map(|message| message.value.as_str())),
            ("messageExpression", message_expression),
            ("reason", rule.reason.as_deref()),
            ("fieldPath", rule.field_path.as_ref().map(|path| path.value.as_str())),
        ];
        parts.extend(texts.into_iter().filter_map(|(key, text)| Some((key, text?))));
        let (keys, texts): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        let optional = rule.optional_old_self.is_some().then(|| quote!("optionalOldSelf": true));
        quote!({ #(#keys: #texts,)* #optional })
    });
    let values: Vec<_> = values.collect();
    (!values.is_empty()).then(|| quote!([#(#values),*]))
}
