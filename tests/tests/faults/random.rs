//! Faults and users at random.

use std::{sync::Arc, time::Duration};

use kubewright_tests::{
    World, eventually, eventually_within,
    faults::{FastClock, Faults, Mix, Random, User, verdict},
};
use myapp_operator::{ExternalServices, MyApp};

const OBJECTS: usize = 20;
const STEPS: usize = 60;

/// Faults for as long as a user does things; then all is well again, and nobody has anything to write.
async fn run(seed: u64, mix: Mix) {
    let Some(mut world) = World::of::<MyApp>("random").await else { return };
    let faults = Faults::before(&world.cluster).await;
    faults.play(Random { seed, percent: 25, mix });
    let running = faults.manager(&world).operator::<MyApp>(ExternalServices::new()).start().unwrap();
    let mut user = User::new(seed, OBJECTS);
    user.fill(&world).await;
    let mut pace = tokio::time::interval(Duration::from_millis(100));
    for step in 1..=STEPS {
        pace.tick().await;
        if step % 20 == 0 {
            faults.break_connections();
        }
        user.act(&world).await;
    }
    faults.off();
    eventually_within(Duration::from_secs(90), &format!("seed {seed}: all is well"), async || match verdict(
        &world,
        user.wanted(),
    )
    .await
    {
        Ok(wrong) if wrong.is_empty() => Ok(()),
        wrong => Err(wrong),
    })
    .await;
    assert!(faults.notes().len() > 20, "{:?}", faults.notes());

    world.quiet(&running).await;
    world.mark().await;
    world.quiet(&running).await;
    assert_eq!(world.writes().await, [""; 0], "seed {seed}: settled");
    assert!(running.stop().await);
    let manager = world.manager().await.clock(Arc::new(FastClock::new(10)));
    let anew = manager.operator::<MyApp>(ExternalServices::new()).start().unwrap();
    eventually("each object has been visited", async || {
        let stats = anew.queues().remove(0);
        if stats.starts >= user.wanted().len() as u64 { Ok(()) } else { Err(stats) }
    })
    .await;
    world.quiet(&anew).await;
    assert_eq!(world.writes().await, [""; 0], "seed {seed}: started anew");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_faults_at_random_all_is_as_wanted() {
    run(1, Mix::Quick).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_other_faults_at_random_all_is_as_wanted() {
    run(2, Mix::Quick).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_faults_and_silence_at_random_all_is_as_wanted() {
    run(3, Mix::All).await;
}
