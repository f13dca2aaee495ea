//! The cache on a real API server.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "in a test a panic is how one says it")]

mod layers;
mod restored;
mod rights;
mod served;
mod tap;
mod world;

use world::World;

/// One runtime and one namespace for each.
macro_rules! on_the_server {
    ($($test:path as $name:ident),+ $(,)?) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            let Some(world) = World::new().await else { return };
            $test(&world).await;
        }
    )+};
}

on_the_server! {
    layers::own_writes_are_seen_at_once_and_wake_nobody as own_writes_are_seen_at_once_and_wake_nobody,
    layers::a_lost_label_is_a_deletion_from_the_scope as a_lost_label_is_a_deletion_from_the_scope,
    layers::an_expired_watch_lists_anew_and_tells_the_difference as an_expired_watch_lists_anew_and_tells_the_difference,
    layers::own_deletions_are_hidden_at_once as own_deletions_are_hidden_at_once,
    served::two_namespaces_are_two_watches as two_namespaces_are_two_watches,
    served::a_long_list_comes_in_pages as a_long_list_comes_in_pages,
    served::a_list_comes_as_events as a_list_comes_as_events,
    served::a_kind_that_comes_goes_and_comes_again as a_kind_that_comes_goes_and_comes_again,
    rights::a_missing_right_is_named_and_found_when_granted as a_missing_right_is_named_and_found_when_granted,
}
