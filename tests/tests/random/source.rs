//! Type declarations as Rust source: a file for each kind.

use std::fmt::Write;

use super::generator::{Body, Data, Declaration, Field, Generator};

const KINDS: &[&str] = &["First", "Second", "Third", "Fourth", "Fifth"];
const TYPES_OF_A_KIND: usize = 12;

/// The files of a seed, each with its name.
pub(crate) fn files(seed: u64) -> Vec<(String, String)> {
    let mut generator = Generator::new(seed);
    let mut number = 0;
    KINDS
        .iter()
        .map(|kind| {
            let mut text = format!(
                "//! Types of the seed {seed}, and a kind of them. Made by `source.rs`: do not edit.\n\
             #![allow(unused_imports, clippy::all, reason = \"each file has the same head\")]\n\n\
             use std::collections::{{BTreeMap, BTreeSet}};\n\n\
             use kubewright::{{k8s::{{IntOrString, Quantity}}, prelude::*}};\n\
             use serde_json::Value;\n\n\
             use super::*;\nuse crate::random::{{Random, Rng, random}};\n"
            );
            let names: Vec<String> = (0..TYPES_OF_A_KIND)
                .map(|_| {
                    number += 1;
                    let name = format!("T{number}");
                    text.push_str(&declaration(&generator.declaration(name.clone())));
                    name
                })
                .collect();
            text.push_str(&operator(kind, &names));
            (format!("{}.rs", kind.to_lowercase()), text)
        })
        .collect()
}

fn declaration(declaration: &Declaration) -> String {
    let Declaration { name, attributes, derives, body } = declaration;
    let docs = attributes.iter().filter(|text| text.starts_with("///"));
    let others = attributes.iter().filter(|text| !text.starts_with("///"));
    let mut head: String = docs.map(|text| format!("\n{text}")).collect();
    head += &format!("\n#[schema]\n#[derive({})]", derives.join(", "));
    head.extend(others.map(|text| format!("\n{text}")));
    match body {
        Body::Struct(list) => format!(
            "{head}\npub(crate) struct {name} {{\n{}}}\nrandom!(struct {name} {{ {} }});\n",
            fields(list, "    ", "pub(crate) "),
            names(list)
        ),
        Body::Enum(variants) => {
            let (mut written, mut random) = (String::new(), Vec::new());
            for variant in variants {
                let name = &variant.name;
                for attribute in &variant.attributes {
                    let _ = writeln!(written, "    {attribute}");
                }
                match &variant.data {
                    Data::Unit => {
                        let _ = writeln!(written, "    {name},");
                        random.push(name.clone());
                    }
                    Data::Newtype(ty) => {
                        let _ = writeln!(written, "    {name}({}),", ty.text);
                        random.push(format!("{name}(inner)"));
                    }
                    Data::Fields(list) => {
                        let _ = writeln!(written, "    {name} {{\n{}    }},", fields(list, "        ", ""));
                        random.push(format!("{name} {{ {} }}", names(list)));
                    }
                }
            }
            let random = random.join(", ");
            format!("{head}\npub(crate) enum {name} {{\n{written}}}\nrandom!(enum {name} {{ {random} }});\n")
        }
    }
}

fn fields(fields: &[Field], indent: &str, visibility: &str) -> String {
    fields
        .iter()
        .map(|field| {
            let attributes = field.attributes.iter().map(|text| format!("{indent}{text}\n"));
            let attributes: String = attributes.collect();
            format!("{attributes}{indent}{visibility}{}: {},\n", field.name, field.ty.text)
        })
        .collect()
}

fn names(fields: &[Field]) -> String {
    fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// A kind with an optional field for each type. A value has one or two of them.
fn operator(kind: &str, types: &[String]) -> String {
    let field = |name: &String| name.to_lowercase();
    let fields: String =
        types.iter().map(|name| format!("    pub(crate) {}: Option<{name}>,\n", field(name))).collect();
    let arms: String = types
        .iter()
        .enumerate()
        .map(|(at, name)| {
            format!("                {at} => spec.{} = Some(Random::random(rng)),\n", field(name))
        })
        .collect();
    format!(
        "
#[operator(group = \"random.kubewright.test\", version = \"v1\")]
#[derive(Default, PartialEq)]
pub(crate) struct {kind}Spec {{
{fields}}}

impl Random for {kind}Spec {{
    fn random(rng: &mut Rng) -> Self {{
        let mut spec = Self::default();
        for _ in 0..=rng.below(2) {{
            match rng.below({count}) {{
{arms}                _ => {{}}
            }}
        }}
        spec
    }}
}}

impl Reconcile for {kind} {{
    type Error = std::convert::Infallible;

    async fn desired(&self, _: &Context<Self>) -> Result<{kind}Children, Self::Error> {{
        Ok({kind}Children {{}})
    }}
}}
",
        count = types.len()
    )
}
