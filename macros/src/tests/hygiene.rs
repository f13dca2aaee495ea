//! Our tokens name nothing that a user's module could name otherwise: every name from the standard library comes
//! with its whole path. The derives of serde and schemars do not quite hold to that, so no compiler can check it.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use crate::pipeline;

const STANDARD: &[&str] = &[
    "Box", "Clone", "Debug", "Default", "Err", "Into", "None", "Ok", "Option", "Result", "Some", "String",
    "Vec", "assert", "format", "panic", "std", "core", "vec",
];

#[test]
fn every_name_comes_with_its_path() {
    let operator = pipeline::operator(
        quote! {
            group = "example.com", version = "v1", status = crate::S, state = crate::T, concurrency = 2,
            owns(crate::A, Option<crate::B>, Vec<crate::C>), watches(crate::D(map = crate::f), crate::E), reads(crate::F),
            finalizer = "example.com/x", webhook(validate, default), short_name = "ma", category = "all",
        },
        quote! {
            pub struct MyAppSpec {
                #[crd(column, scale, default = 1)]
                pub a: crate::N,
                #[crd(default = "x")]
                pub b: crate::N,
                pub c: crate::N,
            }
        },
    );
    let schema = pipeline::schema(
        TokenStream::new(),
        quote! {
            pub struct Nested {
                #[crd(column, default = 1)]
                pub a: crate::N,
            }
        },
    );
    let status = pipeline::status(
        TokenStream::new(),
        quote! {
            pub struct MyAppStatus {
                pub observed_generation: ::core::option::Option<i64>,
                pub conditions: ::kubewright::Conditions<crate::C>,
                #[status(last_update_time)]
                pub at: ::core::option::Option<::kubewright::Time>,
            }
        },
    );
    let condition = pipeline::condition_type(quote!(
        pub enum C {
            Ready,
        }
    ));
    let failure = pipeline::failure(quote! {
        #[failure(conditions = crate::C)]
        pub enum MyAppError {
            #[failure(permanent, condition = Invalid, field = "spec.a")]
            A,
            #[failure(transient, retry_after = "1s")]
            B,
            #[failure(from_source)]
            C(crate::E),
        }
    });
    for expansion in [operator, schema, status, condition, failure] {
        let text = expansion.to_string();
        assert!(!text.contains("compile_error"), "{text}");
        check(expansion);
    }
}

fn check(tokens: TokenStream) {
    let mut before = [String::new(), String::new()];
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            check(group.stream());
        }
        let text = token.to_string();
        let qualified = before == [":", ":"];
        if STANDARD.contains(&text.as_str()) && !qualified {
            panic!("`{text}` stands without its path, behind `{}{}`", before[0], before[1]);
        }
        before = [std::mem::take(&mut before[1]), text];
    }
}
