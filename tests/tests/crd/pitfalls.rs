//! PITFALLS: what CRDs and macros of other tools break on, and the tests that ours do not. Each row of part A is checked
//! without a server (its first tests) and on the real one (its last); those of part B are programs that compile, or do
//! not.

use std::{fs, path::Path};

/// Row, folder or file of the tests, their names.
const TESTS: &[(&str, &str, &[&str])] = &[
    // Doc comments on variants.
    ("A03", DECLARE, &["documented_unit_variants_stay_one_flat_list"]),
    ("A03", CRD, &["documented_variants_are_one_list_in_the_order_of_the_declaration", KEPT]),
    // Flattened enums.
    (
        "A04",
        DECLARE,
        &["a_flattened_enum_moves_its_fields_to_the_struct", "two_flattened_enums_keep_both_conditions"],
    ),
    ("A04", CRD, &[KEPT, REFUSED]),
    // Flattened maps, and closed structs.
    ("A05", DECLARE, &["flattened_maps_keep_what_is_not_named", "closed_structs_are_just_structs"]),
    ("A05", CRD, &[KEPT, PRUNED, "what_is_not_declared_is_pruned_and_what_is_free_is_kept"]),
    // Sets.
    ("A06", DECLARE, &["sets_of_scalars_are_sets"]),
    ("A06", CRD, &[KEPT, REFUSED]),
    // Sets of objects.
    ("A07", DECLARE, &["sets_of_scalars_are_sets", "the_checker_finds_what_the_server_refuses"]),
    ("A07", CRD, &[KEPT, "objects_with_every_kind_of_list_can_be_applied"]),
    // Conditions of several writers.
    ("A09", DECLARE, &["a_status_has_no_defaults_and_requires_nothing"]),
    ("A09", CRD, &["two_writers_keep_their_conditions"]),
    // None.
    ("A10", DECLARE, &["options_are_plain_fields_that_are_not_required", "a_required_null_is_said"]),
    ("A10", "runtime/src/apply/body/tests.rs", &["what_is_the_servers_and_what_is_null_goes"]),
    (
        "A10",
        CRD,
        &["values_come_back_as_they_were_written", "an_empty_spec_is_filled_in_as_rust_fills_it_in", PRUNED],
    ),
    // Ports and quantities.
    ("A14", DECLARE, &["int_or_string_has_no_type_and_no_text_of_others"]),
    ("A14", CRD, &["quantities_and_ports_given_as_numbers_are_read_wherever_they_stand"]),
    // Size.
    ("A16", DECLARE, &["four_pod_specs_fit_into_what_kubectl_apply_can_take"]),
    ("A16", CRD, &["two_pod_specs_fit_into_what_kubectl_apply_can_take"]),
    // Recursion.
    ("A17", DECLARE, &["recursion_is_cut", "types_that_contain_themselves_end"]),
    ("A17", CRD, &["types_inside_of_each_other_end_soon_and_without_references", KEPT]),
    // The cost of rules: only the server knows it.
    ("A18", CRD, &["a_rule_that_may_cost_too_much_is_refused_with_its_field"]),
    // Drift of the CRD itself.
    ("A20", DECLARE, &["nothing_empty_is_written"]),
    ("A20", CRD, &["a_crd_is_kept_as_it_is_sent"]),
    // Names.
    ("A21", "macros/src/tests", &["plurals_of_kinds", "kinds", "labels"]),
    ("A21", CRD, &["a_crd_is_kept_as_it_is_sent"]),
    // Scale.
    (
        "A22",
        DECLARE,
        &["columns_and_scale_come_from_facts", "the_checker_finds_scale_and_columns_that_point_nowhere"],
    ),
    ("A22", CRD, &["a_sink_can_be_scaled"]),
    // Columns.
    ("A23", "macros/src/tests", &["names_on_the_wire_are_serdes"]),
    ("A23", DECLARE, &["columns_and_scale_come_from_facts", "every_build_gives_the_same_bytes"]),
    ("A23", CRD, &["columns_are_filled", "columns_of_fields_with_dots_are_filled"]),
    // Versions. An operator has one so far; what the server says of others is what whoever installs it is told.
    ("A24", CRD, &["exactly_one_version_is_stored_and_none_that_was_is_dropped"]),
    // Lints, and what is said of fields.
    ("B02", "ui-tests/src", &["strict.rs"]),
    ("B02", CRD, &["every_crd_is_the_golden_one"]),
    // Names that are taken.
    ("B05", PASS, &["names.rs", "taken.rs", "defaults_may_name_the_type"]),
    // Another schemars.
    ("B06", "tests/ordered/src", &["main.rs"]),
    ("B06", "tests/tests", &["a_crd_has_the_same_bytes_where_json_keeps_its_order"]),
    ("B06", FAIL, &["derives/fail/above_the_macro.rs", "shapes/fail/nested_without_schema.rs"]),
    // Attributes of others, and their order.
    ("B07", PASS, &["passed_on.rs"]),
    ("B08", PASS, &["conditional.rs", "passed_on.rs"]),
    ("B08", FAIL, &["derives/fail/above_an_operator.rs", "derives/fail/serde_above_the_macro.rs"]),
    // Generics, and other items.
    (
        "B09",
        FAIL,
        &["generics/fail/of_a_type.rs", "generics/fail/of_a_lifetime.rs", "generics/fail/of_a_constant.rs"],
    ),
    (
        "B09",
        FAIL,
        &["shapes/fail/operator_on_an_enum.rs", "shapes/fail/operator_on_a_union.rs", "shapes/fail/tuple.rs"],
    ),
    // Strict lints.
    ("B11", "ui-tests/src", &["lib.rs", "strict.rs"]),
    ("B11", PASS, &["strict_private.rs"]),
    // Visibility.
    ("B12", PASS, &["visibility.rs"]),
    ("B12", FAIL, &["status/fail/private_type.rs", "keys/fail/state_that_is_private.rs"]),
    // Features that others ask for.
    ("B13", "tests/tests", &["a_crd_has_the_same_bytes_where_json_keeps_its_order"]),
];

const DECLARE: &str = "runtime/src/declare/tests";
const CRD: &str = "tests/tests/crd";
const PASS: &str = "ui-tests/tests/pass";
const FAIL: &str = "ui-tests/cases";

const KEPT: &str = "every_shape_is_kept_and_read_back";
const REFUSED: &str = "what_no_shape_allows_is_refused_with_the_fields_name";
const PRUNED: &str = "what_is_too_much_is_pruned_and_what_is_missing_filled_in";

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_default()
}

#[test]
fn every_pitfall_has_its_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (row, place, names) in TESTS {
        let place = root.join(place);
        let text: String = if place.is_dir() {
            fs::read_dir(&place).unwrap().map(|file| read(&file.unwrap().path())).collect()
        } else {
            read(&place)
        };
        for name in *names {
            let found = if name.ends_with(".rs") {
                place.join(name).is_file()
            } else {
                text.contains(&format!("test]\nfn {name}()"))
                    || text.contains(&format!("test]\nasync fn {name}()"))
            };
            assert!(found, "{row}: there is no test {name} in {}", place.display());
        }
    }
}

/// What the list of pitfalls has, part by part.
#[test]
fn no_pitfall_is_left_out() {
    let rows = [
        "A03", "A04", "A05", "A06", "A07", "A09", "A10", "A14", "A16", "A17", "A18", "A20", "A21", "A22",
        "A23", "A24", "B02", "B05", "B06", "B07", "B08", "B09", "B11", "B12", "B13",
    ];
    let mut tested: Vec<&str> = TESTS.iter().map(|(row, ..)| *row).collect();
    tested.dedup();
    assert_eq!(tested, rows);
}
