//! Doc comments in all forms: lines, blocks, attributes, and what macros say.
#![deny(warnings, missing_docs)]

use kubewright::{
    declare::{Described, Fact},
    prelude::*,
};

#[doc = concat!("A kind of ", "version ", env!("CARGO_PKG_VERSION_MAJOR"), ".")]
#[operator(group = "example.com", version = "v1")]
///
/// With a second paragraph.
pub struct DocumentedSpec {
    #[crd(column)]
    /// In a line.
    pub line: i32,
    /** In a block. */
    #[crd(column)]
    pub block: i32,
    /**
     * In a block
     * with stars.
     */
    #[crd(column)]
    pub stars: i32,
    #[doc = "In an attribute."]
    #[crd(column)]
    pub attribute: i32,
    #[doc = concat!("Of a ", stringify!(macro), ".")]
    #[crd(column)]
    pub made: i32,
    /// Both
    #[doc = concat!("of ", "them.")]
    #[doc(alias = "everything")]
    #[crd(column)]
    pub both: i32,
}

impl Reconcile for Documented {
    type Error = std::convert::Infallible;

    async fn desired(&self, _cx: &Context<Self>) -> Result<DocumentedChildren, Self::Error> {
        Ok(DocumentedChildren {})
    }
}

#[test]
fn columns_say_what_fields_say() {
    let said = DocumentedSpec::FACTS.iter().map(|fact| match fact {
        Fact::Column { description, .. } => *description,
        other => panic!("{other:?}"),
    });
    let known = [
        "In a line.",
        "In a block.",
        "In a block\nwith stars.",
        "In an attribute.",
        "Of a macro.",
        "Both\nof them.",
    ];
    assert_eq!(said.collect::<Vec<_>>(), known);
}

#[test]
fn the_crd_says_what_is_documented() {
    let crd = kubewright::__private::serde_json::to_value(Documented::crd()).unwrap();
    let schema = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    assert_eq!(schema["description"], "A kind of version 0.\n\nWith a second paragraph.");
    let fields = &schema["properties"]["spec"]["properties"];
    for (field, says) in [("line", "In a line."), ("attribute", "In an attribute."), ("made", "Of a macro.")]
    {
        assert_eq!(fields[field]["description"], says);
    }
}
