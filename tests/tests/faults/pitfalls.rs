//! PITFALLS, part C: what operators of others break on while they run, and the tests that this one does not.
//!
//! What has no test because there is nothing to break yet: of C17 the lease, of C45 the certificates of webhooks.

use std::{fs, path::Path};

/// Row, folder or file of the tests, their names.
const TESTS: &[(&str, &str, &[&str])] = &[
    // A watch that expires, and a list that fails after it.
    ("C01", CACHE, &["an_expired_watch_lists_anew_however_often_that_fails"]),
    ("C01", "tests/tests/cache", &["an_expired_watch_lists_anew_and_tells_the_difference"]),
    ("C01", FAULTS, &["what_is_too_old_is_listed_anew"]),
    // A refused watch.
    ("C02", CACHE, &["a_refused_watch_is_an_error_with_verb_kind_and_code"]),
    (
        "C02",
        CLIENT,
        &["refusals_are_read_and_redacted", "retry_after_is_surfaced_to_us_and_waited_out_for_kube"],
    ),
    ("C02", FAULTS, &["a_busy_server_is_asked_later", "a_broken_server_is_asked_again"]),
    // Missing rights.
    ("C06", "tests/tests/cache", &["a_missing_right_is_named_and_found_when_granted"]),
    (
        "C06",
        TROUBLE,
        &[
            "a_missing_right_is_named_and_waited_for",
            "what_cannot_be_read_holds_up_only_those_that_read_it",
            "a_life_uses_every_right_of_its_declaration_and_no_other",
        ],
    ),
    ("C06", FAULTS, &["a_right_that_is_taken_and_given_back_is_missed_only_meanwhile", ONE_KIND]),
    // A kind that is not there yet.
    ("C07", CACHE, &["an_absent_kind_costs_little_and_is_found_when_it_comes"]),
    ("C07", BACKOFF, &["an_absent_kind_costs_less_than_thirty_requests_in_ten_minutes"]),
    ("C07", "tests/tests/cache", &["a_kind_that_comes_goes_and_comes_again"]),
    // Backoff of watches.
    ("C08", CACHE, &["gaps_grow_while_watches_die_at_once_and_shrink_after_one_that_lived"]),
    (
        "C08",
        BACKOFF,
        &["gaps_grow_to_the_longest_and_start_anew_after_a_long_life", "two_watches_do_not_keep_step"],
    ),
    // The first list.
    (
        "C09",
        CACHE,
        &[
            "a_list_counts_when_its_last_page_is_there",
            "a_list_comes_as_events_and_its_watch_goes_on",
            "a_list_that_breaks_off_changes_nothing",
        ],
    ),
    ("C09", "tests/tests/cache", &["a_long_list_comes_in_pages", "a_list_comes_as_events"]),
    // Memory.
    ("C10", CACHE, &["a_list_keeps_the_copy_of_what_it_knows_already"]),
    ("C10", "runtime/src/object/tests.rs", &["keeps_our_own_fields_and_only_the_names_of_others"]),
    (
        "C10",
        FAULTS,
        &[
            "listed_again_as_events_everything_is_in_memory_once",
            "listed_again_in_pages_everything_is_in_memory_once",
        ],
    ),
    // What the limit of concurrency holds back.
    (
        "C11",
        QUEUE,
        &[
            "keys_held_back_by_the_limit_are_not_forgotten",
            "the_queue_does_what_the_naive_model_does",
            "under_threads_every_change_is_seen_and_no_two_claims_of_a_key_exist",
        ],
    ),
    ("C11", TROUBLE, &["held_passes_take_every_place_and_changes_wait_for_them"]),
    // Very long waits.
    ("C13", QUEUE, &["endless_delays_are_clamped_and_disturb_nobody"]),
    ("C13", TROUBLE, &["a_requeue_beyond_the_end_of_time_hurts_nobody"]),
    // Panics.
    ("C15", QUEUE, &["a_panic_releases_the_claim"]),
    ("C15", TROUBLE, &["panics_are_contained_wherever_they_come_from"]),
    // Outages.
    (
        "C16",
        QUEUE,
        &["many_failing_keys_share_the_rate", "two_operators_with_different_seeds_do_not_retry_together"],
    ),
    ("C16", "runtime/src/events/ledger/tests.rs", &["an_outage_piles_nothing_up"]),
    (
        "C16",
        FAULTS,
        &[
            "an_outage_of_minutes_is_sat_out_with_few_requests_and_no_work_is_lost",
            "killed_and_restarted_in_the_midst_of_a_hundred_creations_the_server_finds_all_made_once",
            "after_a_long_outage_an_object_waits_for_a_minute_at_most",
        ],
    ),
    // The end of a process.
    ("C17", QUEUE, &["after_the_end_nothing_starts", "drained_and_idle_wait_for_the_last_claim"]),
    (
        "C17",
        FAULTS,
        &[
            "a_pass_between_child_and_status_ends_and_no_other_begins",
            "a_pass_that_does_not_end_in_time_is_told_by_the_exit_code",
        ],
    ),
    // Passes that wake themselves.
    ("C19", LIFE, &["a_pass_that_finds_nothing_to_do_sends_nothing", "own_writes_wake_nobody"]),
    (
        "C19",
        "runtime/src/pass/pace/tests.rs",
        &["nulls_and_the_time_of_the_last_update_are_no_change", "messages_wait_a_minute_but_news_never"],
    ),
    // Clocks.
    ("C22", QUEUE, &["a_timer_that_fires_early_is_set_again"]),
    ("C22", "runtime/src/queue/limiter.rs", &["a_clock_that_goes_back_takes_nothing_away"]),
    ("C22", CONDITIONS, &["a_time_moves_only_with_its_status", "a_time_never_goes_back"]),
    (
        "C22",
        FAULTS,
        &[
            "a_status_from_ten_minutes_ahead_is_gone_on_from",
            "a_status_from_ten_minutes_ago_is_gone_on_from",
            "a_clock_that_is_set_while_it_works_changes_nothing_but_times",
        ],
    ),
    // The status and its endpoint.
    (
        "C23",
        REQUESTS,
        &["a_status_is_bound_to_what_was_read", "others_conditions_survive_and_dropped_fields_go"],
    ),
    ("C23", "runtime/src/declare/tests", &["nothing_empty_is_written"]),
    ("C23", "tests/tests/crd", &["values_come_back_as_they_were_written"]),
    // Caches that lag behind.
    ("C25", CACHE, &["our_write_is_seen_at_once_and_its_echo_wakes_nobody"]),
    ("C25", REQUESTS, &["of_twenty_racers_one_creates"]),
    ("C25", "runtime/src/readiness/tests", &["a_status_of_an_older_spec_says_nothing"]),
    (
        "C25",
        FAULTS,
        &[
            "a_cache_that_stands_still_makes_no_child_twice",
            "a_list_of_long_ago_as_events_undoes_nothing",
            "a_list_of_long_ago_in_pages_undoes_nothing",
            "myapp_ends_the_same_after_whichever_request_it_is_killed",
        ],
    ),
    // Autoscalers, and fields of others.
    ("C26", APPLY, &["replicas_go_to_an_autoscaler_and_come_back_without_a_dip"]),
    ("C26", LIFE, &["what_others_add_stays_and_costs_nothing"]),
    // What an earlier release left.
    (
        "C28",
        LIFE,
        &[
            "a_child_that_was_written_by_updates_loses_what_is_dropped",
            "fields_of_an_earlier_name_go_when_they_are_dropped",
        ],
    ),
    // Bodies.
    ("C30", "runtime/src/apply/body/tests.rs", &["what_is_the_servers_and_what_is_null_goes"]),
    ("C30", REQUESTS, &["what_is_sent_is_covered_and_sent_again_changes_nothing"]),
    ("C30", LIFE, &["our_part_of_a_child_is_one_apply_entry"]),
    // Objects of others.
    ("C31", REQUESTS, &["a_strangers_object_is_left_alone"]),
    ("C31", TROUBLE, &["a_strangers_object_is_left_alone", "a_foreigners_object_outlives_the_owner"]),
    ("C31", "tests/tests/owners", &["what_is_nobodys_is_taken_and_nothing_else"]),
    // What is no longer wanted.
    (
        "C32",
        TROUBLE,
        &["what_is_no_longer_wanted_is_deleted_once", "a_set_that_cannot_be_is_refused_with_the_reason"],
    ),
    ("C32", FAULTS, &["what_is_no_longer_wanted_goes_whichever_request_it_is_killed_with"]),
    // What cannot be changed.
    ("C34", REQUESTS, &["immutable_fields_are_known_by_the_servers_words"]),
    (
        "C34",
        APPLY,
        &[
            "a_refusal_is_told_once_and_tried_again_after_the_longest_backoff",
            "a_deployment_with_another_selector_is_made_anew",
            "a_stateful_set_is_made_anew_around_its_pods",
        ],
    ),
    ("C34", TROUBLE, &["a_refused_child_holds_up_no_other"]),
    // Owners without a namespace.
    ("C36", TROUBLE, &["a_cluster_scoped_owner_has_children_in_several_namespaces"]),
    // Owner references that need a right.
    ("C38", TROUBLE, &["where_owner_references_need_a_right_it_is_among_those_that_are_made"]),
    // Objects that go when they are first seen.
    ("C40", REQUESTS, &["an_object_that_goes_gets_no_finalizer"]),
    ("C40", LIFE, &["one_that_goes_when_first_seen_is_left_alone"]),
    ("C40", TROUBLE, &["an_object_that_goes_at_first_sight_is_not_touched"]),
    // Names of finalizers.
    ("C41", "macros/src/tests", &["finalizers"]),
    ("C41", LIFE, &["an_object_that_only_a_former_finalizer_holds_is_cleaned_up_and_goes"]),
    // Finalizers while nobody works.
    (
        "C42",
        FAULTS,
        &[
            "what_is_deleted_while_nobody_works_is_cleaned_up_at_the_start",
            "a_finalizer_goes_after_cleanup_whichever_request_it_is_killed_with",
            "a_kind_that_is_deleted_and_installed_anew_is_served_anew",
        ],
    ),
    // Namespaces that go.
    ("C43", REQUESTS, &["a_namespace_that_goes_takes_nothing"]),
    ("C43", TROUBLE, &["objects_of_a_namespace_that_goes_are_cleaned_up_in_silence"]),
    ("C43", FAULTS, &["a_namespace_that_is_deleted_in_the_midst_of_creations_goes"]),
    // Events.
    (
        "C44",
        "runtime/src/events/ledger/tests.rs",
        &["a_hundred_equal_events_in_ten_minutes_are_one_create_and_few_counts"],
    ),
    (
        "C44",
        TROUBLE,
        &[
            "a_hundred_equal_events_are_one_with_a_count",
            "what_is_too_long_is_cut_and_the_longest_names_are_legal",
            "an_event_that_cannot_be_written_fails_nothing",
            "a_cluster_scoped_owner_has_children_in_several_namespaces",
        ],
    ),
    // Credentials.
    ("C45", "runtime/src/client/token.rs", &["a_file_is_taken_over_only_where_kube_would_use_it"]),
    ("C45", FAULTS, &["a_replaced_token_is_read_when_the_old_one_is_refused"]),
    // Conflicts, and kinds that are served late.
    ("C46", REQUESTS, &["a_status_is_bound_to_what_was_read"]),
    (
        "C46",
        FAULTS,
        &[
            "a_status_that_conflicts_twice_is_written_by_what_is_live_and_nobody_hears_of_it",
            "a_conflict_is_looked_into",
            "a_kind_that_is_not_served_yet_is_waited_for",
        ],
    ),
];

const QUEUE: &str = "runtime/src/queue/tests";
const CACHE: &str = "runtime/src/cache/tests";
const BACKOFF: &str = "runtime/src/cache/backoff.rs";
const CLIENT: &str = "runtime/src/client/tests.rs";
const CONDITIONS: &str = "runtime/src/pass/conditions/tests.rs";
const APPLY: &str = "tests/tests/apply";
const FAULTS: &str = "tests/tests/faults";
const LIFE: &str = "tests/tests/lifecycle";
const REQUESTS: &str = "tests/tests/requests";
const TROUBLE: &str = "tests/tests/trouble";

const ONE_KIND: &str = "what_needs_a_refused_kind_waits_and_all_else_goes_on";

/// A test function, or one that a macro of its folder makes a test.
fn has_test(text: &str, name: &str) -> bool {
    let is_test = |at: usize| {
        let before = text[..at].trim_end().trim_end_matches("async").trim_end();
        let attribute = before.lines().last().unwrap_or_default().trim();
        attribute.starts_with("#[test") || attribute.starts_with("#[tokio::test")
    };
    text.match_indices(&format!("fn {name}(")).any(|(at, _)| is_test(at))
        || text.contains(&format!("fn {name}(world: &World)")) && text.contains(&format!("::{name}"))
}

#[test]
fn every_pitfall_has_its_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (row, place, names) in TESTS {
        let place = root.join(place);
        let text = if place.is_dir() {
            let files = fs::read_dir(&place).unwrap().map(|file| file.unwrap().path());
            files.filter(|path| path.is_file()).map(|path| fs::read_to_string(path).unwrap()).collect()
        } else {
            fs::read_to_string(&place).unwrap()
        };
        for name in *names {
            assert!(has_test(&text, name), "{row}: there is no test {name} in {}", place.display());
        }
    }
}
