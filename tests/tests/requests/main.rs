//! Answers of a real API server to every kind of request that `apply` sends: of the version that we build, and of the
//! oldest one that it can behave as. What no server of today gives on demand is scripted, in `apply` itself.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "in a test a panic is how one says it")]

mod coverage;
mod create;
mod delete;
mod finalizer;
mod handover;
mod immutable;
mod kinds;
mod normal;
mod one_of;
mod repair;
mod rights;
mod status;
mod taken;
mod update;
mod watch;
mod world;

/// Makes two tests of each function: one on the current version, one on the oldest.
macro_rules! on_both_versions {
    ($($module:ident::$name:ident)*) => {$(
        mod $name {
            #[tokio::test]
            async fn now() {
                let Some(world) = crate::world::World::now().await else { return };
                crate::$module::$name(&world).await;
            }

            #[tokio::test]
            async fn as_1_34() {
                let Some(world) = crate::world::World::as_1_34().await else { return };
                crate::$module::$name(&world).await;
            }
        }
    )*};
}

on_both_versions! {
    coverage::hand_edits_are_seen_and_undone_by_one_apply
    coverage::empty_values_are_covered_and_wiped_ones_are_not
    create::every_kind_is_created_once_and_covered
    create::of_twenty_racers_one_creates
    create::a_namespace_that_goes_takes_nothing
    create::what_the_server_dislikes_is_named
    delete::deletions_are_bound_to_the_incarnation
    finalizer::the_list_is_changed_by_our_entry_alone
    finalizer::an_object_that_goes_gets_no_finalizer
    finalizer::another_object_of_the_name_is_left_alone
    handover::a_field_keeps_the_value_that_it_has_now
    immutable::immutable_fields_are_known_by_the_servers_words
    normal::what_is_sent_is_covered_and_sent_again_changes_nothing
    normal::what_no_server_takes_is_named
    one_of::every_one_of_is_made_ours_again
    repair::a_defaulted_strategy_is_left
    repair::a_one_of_that_was_edited_by_hand_is_put_back
    repair::a_repair_leaves_no_owner_behind
    rights::a_missing_right_is_named
    status::a_status_is_bound_to_what_was_read
    status::others_conditions_survive_and_dropped_fields_go
    taken::what_is_ours_is_applied
    taken::what_is_on_its_way_out_is_waited_for
    taken::a_strangers_object_is_left_alone
    update::an_update_is_bound_to_the_incarnation
    update::no_change_changes_nothing
    watch::a_silent_watch_is_resumed_without_a_list
}
