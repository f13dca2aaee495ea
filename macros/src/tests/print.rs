//! What `KUBEWRIGHT_EXPAND` prints.

use proc_macro2::TokenStream;
use quote::quote;

use crate::{pipeline, print};

#[test]
fn expansions_are_printed_as_people_write_them() {
    let status = pipeline::status(
        TokenStream::new(),
        quote! {
            pub struct MyAppStatus {
                pub observed_generation: Option<i64>,
                pub conditions: Conditions<C>,
            }
        },
    );
    let printed = print::printed(&status);
    for line in [
        "#[derive(::core::clone::Clone, ::core::fmt::Debug, ::kubewright::__private::serde::Serialize, ",
        "pub struct MyAppStatus {\n    pub observed_generation: Option<i64>,\n",
        "\n        const FIELDS: ::core::option::Option<__kw::StatusFields> =\n",
    ] {
        assert!(printed.contains(line), "no `{line}` in\n{printed}");
    }
    assert!(syn::parse_file(&printed).is_ok(), "{printed}");
}
