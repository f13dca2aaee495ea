//! Every mistake in `cases/` is told as its `.stderr` says: the right token underlined, what is wrong, what to
//! write instead. `TRYBUILD=overwrite cargo test -p kubewright-ui-tests --test compile_fail` writes them anew.

#[test]
fn mistakes_are_told_where_they_are() {
    trybuild::TestCases::new().compile_fail("cases/*/fail/*.rs");
}
